import Colonnade
import ColonnadeTesting
import EchoIO
import Testing

/// Answers with what its world is like, and counts days.
private struct Almanac: EchoInterface {
    typealias Refused = EchoRefusal

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        EchoPayload(bytes: Array("\(Current.ids.uuid()) \(Int(Current.clock.now().timeIntervalSince1970)) \(Current.locale)".utf8))
    }

    func count(_ input: CountRequest) -> Outputs<Int> {
        Outputs { emit in
            let clock: WorldClock = Current.clock
            for number: Int in 0..<input.count {
                try await clock.sleep(.seconds(86_400))
                try await emit(number)
            }
            return .done
        }
    }

    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> { Outputs { _ in .done } }

    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) { throw .refused(.unwilling) }

    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }

    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

    func note(_ input: NoteRequest) async throws(Failure) {}

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
}

@Suite("The time and the world that a test gives a vertical", .timeLimit(.minutes(1)))
struct VerticalTimeTests {
    private func ask(_ vertical: VerticalUnderTest) async throws -> String {
        let echo: EchoClient = EchoClient(vertical.channel(to: EchoContract.descriptor))
        return String(decoding: try await echo.echo(EchoPayload(bytes: [])).bytes, as: UTF8.self)
    }

    @Test("A fixed world reaches a handler that a socket has started", arguments: Way.allCases)
    func fixed(_ way: Way) async throws {
        let world: World = .fixed(at: Date(timeIntervalSince1970: 1_000), locale: "gsw")
        try await withVertical(SmallVertical("echo", EchoDispatcher(Almanac())), by: way, world: world) { vertical in
            let seen: String = try await ask(vertical)
            #expect(seen == "00000000-0000-0000-0000-000000000001 1000 gsw")
        }
    }

    @Test("In virtual time ten days pass while nobody waits")
    func virtual() async throws {
        let start: Date = Date(timeIntervalSince1970: 1_000_000)
        let plugin: SmallVertical = SmallVertical("echo", EchoDispatcher(Almanac()))
        try await withVertical(plugin, time: .virtual(from: start)) { vertical in
            let echo: EchoClient = EchoClient(vertical.channel(to: EchoContract.descriptor))
            var numbers: [Int] = []
            for try await number: Int in echo.count(CountRequest(count: 10)) { numbers.append(number) }
            #expect(numbers == Array(0..<10))
            #expect(try await ask(vertical).contains(" \(1_000_000 + 10 * 86_400) "))
        }
    }
}
