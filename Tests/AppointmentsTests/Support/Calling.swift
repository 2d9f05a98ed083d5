import AppointmentsIO
import Colonnade

/// Runs the body as somebody whose calls carry this token; nil for none.
func calling<Value>(as token: String?, _ body: () async throws -> Value) async rethrows -> Value {
    try await CallMetadata.$current.withValue(CallMetadata(session: token)) { try await body() }
}

/// What the call is refused for; nil where it is not. What the sign-in gate says counts as the refusal that the board itself would give.
func refusal(_ call: () async throws -> Void) async throws -> AppointmentsRefusal? {
    do {
        try await call()
        return nil
    } catch CallFailure<AppointmentsRefusal>.refused(let refusal) {
        return refusal
    } catch CallFailure<AppointmentsRefusal>.barrierRefused(let fault) {
        return .sessionNeeded(reason: fault.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "")
    }
}
