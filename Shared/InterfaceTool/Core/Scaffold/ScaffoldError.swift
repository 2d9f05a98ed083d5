/// Why a vertical or a board can not be made or taken out: what is wrong, where, and what to do.
public struct ScaffoldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence a line.
    public let description: String

    init(_ message: String, in file: String? = nil) {
        description = (file.map { "\($0): " } ?? "") + "error: \(message)"
    }
}
