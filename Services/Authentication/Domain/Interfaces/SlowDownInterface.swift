/// Slows down who fails repeatedly.
public protocol SlowDownInterface: Sendable {
    /// Counts an attempt as failed until it is known to be better.
    /// - Parameter origin: from where the attempt comes, as in ``SignInOrigin/key``.
    /// - Throws: ``AuthenticationProblem/tooManyAttempts(retryAfter:)``; the attempt must not be made then.
    func begin(_ name: SignInName, from origin: String?) throws(AuthenticationProblem) -> SignInAttempt

    /// The attempt went well.
    func succeed(_ attempt: SignInAttempt)

    /// The attempt was not made after all.
    func withdraw(_ attempt: SignInAttempt)
}
