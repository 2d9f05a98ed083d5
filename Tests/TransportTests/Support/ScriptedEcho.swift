import ColonnadeContract
import EchoIO

/// An echo whose boards a test writes.
struct ScriptedEcho: EchoInterface {
    var onEcho: @Sendable (EchoPayload) async throws -> EchoPayload = { $0 }
    var onCount: @Sendable (CountRequest, Outputs<Int>.Emit) async throws -> Completion = { request, emit in
        for number: Int in 0..<request.count { try await emit(number) }
        return .done
    }
    var onConverse: @Sendable (String, Commands<EchoCommand>, Outputs<String>.Emit) async throws -> Completion = { name, commands, emit in
        for try await command: EchoCommand in commands { try await emit("\(name): \(command)") }
        return .done
    }
    /// The one board whose Input is not idempotent.
    var onRefuse: @Sendable (EchoRefusal.Kind) async throws -> Void = { kind in
        switch kind {
        case .unwilling: throw EchoRefusal.unwilling
        case .tooLong: throw EchoRefusal.tooLong(limit: 7)
        }
    }

    var onPause: @Sendable (PauseRequest) async throws -> EchoPayload = { EchoPayload(bytes: Array(repeating: 7, count: $0.bytes)) }

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        try await attempt { try await onEcho(input) }
    }

    func count(_ input: CountRequest) -> Outputs<Int> {
        Outputs { emit in try await onCount(input, emit) }
    }

    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> {
        Outputs { emit in try await onConverse(input, commands, emit) }
    }

    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) {
        try await attempt { try await onRefuse(input) }
    }

    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }

    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

    func note(_ input: NoteRequest) async throws(Failure) {}

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload {
        try await attempt { try await onPause(input) }
    }
}

typealias EchoFailure = CallFailure<EchoRefusal>
