public import ColonnadeContract

/// The session that another was made from: what ends the one ends the other.
public struct ParentSession: Hashable, Sendable {
    /// As in ``UserSession/id``.
    public let id: UUID
    /// As in ``UserSession/issued``.
    public let issued: Date

    /// The session with this id, which was signed at this time.
    public init(id: UUID, issued: Date) {
        self.id = id
        self.issued = issued
    }
}
