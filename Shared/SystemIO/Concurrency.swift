/// Whether several processes of a vertical may serve at the same time. An open set: a newer daemon may name another way, which is taken
/// for ``exclusive``.
public struct Concurrency: RawRepresentable, Codable, Hashable, Sendable {
    /// Only one serves: it keeps in its memory what another process would not see, or owns a file that has one writer.
    public static let exclusive: Concurrency = Concurrency(rawValue: "exclusive")
    /// Any number may: a caller can not tell which of them answers, and they get along in the one folder of their state.
    public static let shared: Concurrency = Concurrency(rawValue: "shared")

    /// As `--describe` says it.
    public let rawValue: String

    /// A way by the name that `--describe` gives it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
