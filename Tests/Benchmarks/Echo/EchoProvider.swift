import Colonnade
import ColonnadeEventLoop
import EchoIO

/// Gives back what it gets.
struct EchoProvider: EchoInterface {
    typealias Refused = EchoRefusal

    private static let longestRefusal: Int = 64
    private static let longestOutput: Int = 1 << 20

    let neighbours: Neighbours
    /// The file of ``note(_:)``.
    let notes: String
    /// Nil where nobody counts.
    let ledger: EffectLedger?

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

    func pour(_ input: PourRequest) -> Outputs<EchoPayload> {
        Outputs { emit in
            var output: NumberedBytes = NumberedBytes(count: min(max(0, input.bytes), Self.longestOutput))
            for number: Int in 0..<max(0, input.count) {
                output.number(number)
                try await emit(EchoPayload(bytes: output.bytes))
            }
            return .done
        }
    }

    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        async let first: Result<[UInt8], Failure> = ask(neighbours.first, input)
        async let second: Result<[UInt8], Failure> = ask(neighbours.second, input)
        async let third: Result<[UInt8], Failure> = ask(neighbours.third, input)
        let answers: (Result<[UInt8], Failure>, Result<[UInt8], Failure>, Result<[UInt8], Failure>) = await (first, second, third)
        return EchoPayload(bytes: try answers.0.get() + answers.1.get() + answers.2.get())
    }

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload {
        try await attempt {
            try ledger?.note(input)
            try await Current.clock.sleep(input.duration)
        }
        return EchoPayload(bytes: Array(repeating: 0, count: min(max(0, input.bytes), Self.longestOutput)))
    }

    func note(_ input: NoteRequest) async throws(Failure) {
        _ = try await attempt { try AppendFile(path: notes).append(Array("\(input.number)\n".utf8)) }
    }

    private func ask(_ vertical: EchoClient, _ input: EchoPayload) async -> Result<[UInt8], Failure> {
        do throws(Failure) {
            return .success(try await vertical.echo(input).bytes)
        } catch {
            return .failure(error)
        }
    }
}
