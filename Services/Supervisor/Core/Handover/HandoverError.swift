/// Why a suite can not be taken over as it was handed.
public struct HandoverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in a clause.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
