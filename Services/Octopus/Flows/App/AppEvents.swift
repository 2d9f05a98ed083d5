public import AuthenticationIO

/// What a page's flows tell the shell.
public struct AppEvents: Sendable {
    /// Somebody signed in. The shell keeps the token, and sends it with the calls of every page of the visitor from here on.
    public let signedIn: @Sendable (SignedIn) -> Void
    /// The person's own session was ended. The shell forgets its token.
    public let signedOut: @Sendable () -> Void
    /// From here on the person acts for this minor; nil for themselves. The shell says so to the visitor's other pages, and to new ones.
    public let actingFor: @Sendable (SignedIn?) -> Void
    /// The person asks for a file. The shell lets the browser come for it.
    public let download: @Sendable (Download) -> Void

    /// Closures that any task may call; each returns once the shell has taken note.
    public init(
        signedIn: @escaping @Sendable (SignedIn) -> Void, signedOut: @escaping @Sendable () -> Void,
        actingFor: @escaping @Sendable (SignedIn?) -> Void = { _ in }, download: @escaping @Sendable (Download) -> Void
    ) {
        self.signedIn = signedIn
        self.signedOut = signedOut
        self.actingFor = actingFor
        self.download = download
    }
}
