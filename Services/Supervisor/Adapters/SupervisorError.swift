/// Why the supervisor can not do what it was asked; for people.
public struct SupervisorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do next; may have several lines.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
