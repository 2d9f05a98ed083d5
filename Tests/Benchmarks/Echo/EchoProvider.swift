import Colonnade
import EchoIO

/// Gives back what it gets.
struct EchoProvider: EchoInterface {
    typealias Refused = EchoRefusal

    private static let longestRefusal: Int = 64

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        input
    }

    func count(_ input: CountRequest) -> Outputs<Int> {
        Outputs { emit in
            for number: Int in 0..<max(0, input.count) {
                if let delay: Duration = input.delay { try await Current.clock.sleep(delay) }
                try await emit(number)
            }
            return .done
        }
    }

    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> {
        Outputs { emit in
            try await emit(input)
            for try await command: EchoCommand in commands {
                switch command {
                case .say(let text): try await emit(text)
                case .shout(let text, let times): try await emit(String(repeating: text.uppercased(), count: min(max(0, times), 100)))
                case .pause: return .notDone
                }
            }
            return .done
        }
    }

    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) {
        switch input {
        case .unwilling: throw .refused(.unwilling)
        case .tooLong: throw .refused(.tooLong(limit: Self.longestRefusal))
        }
    }
}
