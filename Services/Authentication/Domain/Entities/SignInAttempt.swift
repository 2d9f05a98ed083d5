/// One attempt to sign in, as it was counted when it began.
public struct SignInAttempt: Hashable, Sendable {
    public let name: SignInName
    /// From where it came, as in ``SignInOrigin/key``.
    public let origin: String?
    /// Whether somebody has signed in with the name from there before.
    public let isFamiliar: Bool

    public init(name: SignInName, origin: String?, isFamiliar: Bool) {
        self.name = name
        self.origin = origin
        self.isFamiliar = isFamiliar
    }
}
