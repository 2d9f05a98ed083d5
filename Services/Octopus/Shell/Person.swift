public import ColonnadeContract

/// Who has signed in at a browser.
public struct Person: Hashable, Sendable {
    /// Sent with calls, and never to the browser.
    public let token: String
    /// For people to read.
    public let name: String
    /// What the account is for, as the suite names it: `staff`.
    public let role: String
    /// From here on the token is worth nothing.
    public let expires: Date

    /// A person by their session.
    public init(token: String, name: String, role: String, expires: Date) {
        self.token = token
        self.name = name
        self.role = role
        self.expires = expires
    }
}
