/// Slows down who fails repeatedly.
public protocol SlowDownInterface: Sendable {
    /// Counts an attempt for the name as failed until it is known to be better.
    /// - Throws: ``AuthenticationProblem/tooManyAttempts(retryAfter:)``; the attempt must not be made then.
    func begin(_ name: SignInName) throws(AuthenticationProblem)

    /// The attempt went well.
    func succeed(_ name: SignInName)

    /// The attempt was not made after all.
    func withdraw(_ name: SignInName)
}
