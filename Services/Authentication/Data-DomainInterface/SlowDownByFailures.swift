public import AuthenticationData
public import AuthenticationDomain

/// Slows down by how often a name has failed, whether or not anybody has it.
public struct SlowDownByFailures: SlowDownInterface {
    private let failures: FailureTable

    public init(_ failures: FailureTable) {
        self.failures = failures
    }

    public func begin(_ name: SignInName) throws(AuthenticationProblem) {
        if let pause: Duration = failures.begin(name.key) { throw .tooManyAttempts(retryAfter: pause) }
    }

    public func succeed(_ name: SignInName) { failures.succeed(name.key) }

    public func withdraw(_ name: SignInName) { failures.withdraw(name.key) }
}
