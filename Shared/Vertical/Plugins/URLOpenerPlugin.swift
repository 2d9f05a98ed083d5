/// One deep link of a vertical.
public protocol URLOpenerPlugin: Sendable {
    /// The path that it opens, with a slash in front: `/dashboard`.
    var matchingPath: String { get }

    /// Activates what the link means.
    /// - Parameter parameters: the URL's query, by name; where a name stands twice, the last counts.
    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: [String: String])
}
