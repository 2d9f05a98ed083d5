/// Makes of passwords what may be kept.
public protocol CheckPasswordsInterface: Sendable {
    /// Runs the body when it is its turn to hash passwords: few do at the same time, and origins take turns.
    /// - Parameter origin: from where the call comes, as in ``SignInOrigin/key``.
    /// - Throws: ``AuthenticationProblem/busy(retryAfter:)`` where too many wait, and nothing was done; what `body` throws.
    func inTurn<Value>(of origin: String?, _ body: () async throws -> Value) async throws -> Value

    /// To be called in turn.
    func record(of password: Password) async throws -> PasswordRecord

    /// Whether the record was made of this password. Without a record this work is done, or today's, and the answer is no. To be called
    /// in turn.
    func matches(_ password: Password, _ record: PasswordRecord?, orWork work: PasswordWork?) async throws -> Bool

    /// Whether the record was made with less work than is asked for today, or other work.
    func isOutdated(_ record: PasswordRecord) -> Bool
}
