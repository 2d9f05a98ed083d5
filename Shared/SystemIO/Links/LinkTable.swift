import ColonnadeContract

/// The deep links of a suite, each with the vertical that it belongs to.
public struct LinkTable: Sendable {
    /// What is wrong with one of them.
    public struct Fault: Hashable, Sendable {
        /// The vertical whose link it is.
        public let vertical: String
        /// What is wrong, with the other place of a conflict.
        public let error: LinkPatternError
    }

    /// Patterns in the order in which they were added, with their verticals.
    public private(set) var patterns: [(vertical: String, pattern: LinkPattern)] = []
    /// What is wrong with what was added: texts that are no patterns, and patterns in conflict with one that was there before.
    public private(set) var faults: [Fault] = []

    /// A table without links.
    public init() {}

    /// Adds the links of a vertical.
    public mutating func add(_ links: [String], of vertical: String) {
        for link: String in links {
            do throws(LinkPatternError) {
                let pattern: LinkPattern = try LinkPattern(link)
                if let other = patterns.first(where: { $0.pattern.order(with: pattern) == .conflict }) {
                    throw LinkPatternError(pattern, conflictsWith: other.pattern, of: other.vertical)
                }
                patterns.append((vertical, pattern))
            } catch {
                faults.append(Fault(vertical: vertical, error: error))
            }
        }
    }

    /// The pattern that is written most like a path that none matches; a parameter is like any segment.
    public static func nearest(to path: String, among patterns: [String]) -> String? {
        let wanted: [Substring] = path.split(separator: "/")
        let scored: [(pattern: String, distance: Int)] = patterns.map { pattern in
            let segments: [Substring] = pattern.split(separator: "/")
            let distances: [Int] = zip(wanted, segments).map { $1.hasPrefix("{") ? 0 : NearestName.distance($0, $1) }
            // A segment too many or too few is worse than a slip of the keyboard.
            return (pattern, distances.reduce(4 * abs(wanted.count - segments.count), +))
        }
        return scored.min { ($0.distance, $0.pattern) < ($1.distance, $1.pattern) }?.pattern
    }
}
