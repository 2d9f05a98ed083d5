import ColonnadeContract

/// What a launcher may set for authentication.
public struct AuthenticationConfiguration: Configuration, Hashable, Sendable {
    /// How much work and memory a password is: scrypt's N as a power of two, 4 to 20; 15 where nothing is given, which with
    /// the parallelism of 3 is what OWASP names. Each step doubles both: 15 needs 32 MiB.
    public let passwordCost: Int?
    /// scrypt's p, 1 to 16: how often the work is done one after the other; 3 where nothing is given.
    public let passwordParallelism: Int?

    public init(passwordCost: Int? = nil, passwordParallelism: Int? = nil) {
        self.passwordCost = passwordCost
        self.passwordParallelism = passwordParallelism
    }
}
