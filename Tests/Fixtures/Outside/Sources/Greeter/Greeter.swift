import Colonnade
import GreeterIO

struct Greeter: GreeterInterface {
    func greet(_ input: String) async throws(Failure) -> String {
        guard !input.isEmpty else { throw .refused(.nameless) }
        return "Hello, \(input)!"
    }
}

extension SmallVertical {
    public static let greeter: SmallVertical = SmallVertical("greeter", GreeterDispatcher(Greeter()))
}
