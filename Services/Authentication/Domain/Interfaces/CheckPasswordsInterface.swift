/// Makes of passwords what may be kept.
public protocol CheckPasswordsInterface: Sendable {
    /// - Throws: ``AuthenticationProblem/busy(retryAfter:)``.
    func record(of password: Password) async throws -> PasswordRecord

    /// Whether the record was made of this password. Without a record this work is done, or today's, and the answer is no.
    /// - Throws: ``AuthenticationProblem/busy(retryAfter:)``.
    func matches(_ password: Password, _ record: PasswordRecord?, orWork work: PasswordWork?) async throws -> Bool

    /// Whether the record was made with less work than is asked for today, or other work.
    func isOutdated(_ record: PasswordRecord) -> Bool
}
