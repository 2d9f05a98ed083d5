import Colonnade
import ColonnadeTesting
import Greeter
import GreeterIO
import Testing

@Suite("What a greeter promises, whichever way it is reached", .timeLimit(.minutes(2)))
struct ContractTests {
    @Test("It greets by name", arguments: Way.allCases)
    func greets(_ way: Way) async throws {
        try await withVertical(SmallVertical.greeter, by: way) { vertical in
            let greeter: GreeterClient = GreeterClient(vertical.channel(to: GreeterContract.descriptor))
            let greeting: String = try await greeter.greet("Ana")
            #expect(greeting == "Hello, Ana!")
        }
    }

    @Test("Without a name it refuses, with its own type", arguments: Way.allCases)
    func refuses(_ way: Way) async throws {
        try await withVertical(SmallVertical.greeter, by: way) { vertical in
            let greeter: GreeterClient = GreeterClient(vertical.channel(to: GreeterContract.descriptor))
            do throws(CallFailure<GreeterRefusal>) {
                Issue.record("nobody was greeted: \(try await greeter.greet(""))")
            } catch {
                guard case .refused(.nameless) = error else {
                    Issue.record("no refusal: \(error)")
                    return
                }
            }
        }
    }
}
