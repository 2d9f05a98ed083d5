/// On whose behalf a call is made.
public struct Session: Hashable, Sendable {
    /// The signed token, as it came with the call.
    public let token: String

    public init(token: String) {
        self.token = token
    }
}
