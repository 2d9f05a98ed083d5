/// Why the supervisor can not do what it was asked; for people.
public struct SupervisorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do next; may have several lines.
    public let description: String
    /// Whether descriptors or memory were lacking, so that the same may go well a little later.
    public let isShortage: Bool

    public init(_ description: String, isShortage: Bool = false) {
        self.description = description
        self.isShortage = isShortage
    }
}
