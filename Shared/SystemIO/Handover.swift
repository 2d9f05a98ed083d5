/// How one process of a vertical takes the place of another, when the vertical is replaced. An open set: a newer daemon may name
/// another way, which is taken for ``shared``.
public struct Handover: RawRepresentable, Codable, Hashable, Sendable {
    /// Both run for a moment, with the same state: the next starts, and the one before drains once that is ready.
    public static let shared: Handover = Handover(rawValue: "shared")
    /// Only one may run: the one before drains and ends first, and callers wait at the held sockets until the next is ready. For what has
    /// state in its memory that another process would not see, or owns what can not be shared: a port, a lock, an outbox.
    public static let exclusive: Handover = Handover(rawValue: "exclusive")

    /// As `--describe` says it.
    public let rawValue: String

    /// A way by the name that `--describe` gives it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
