import ColonnadeContract
import ColonnadeSystemIO

/// The groups of a suite as a tree, with the state of each vertical in it.
struct GroupText {
    private let groups: [GroupStatus]
    private let states: [String: VerticalState]

    init(_ groups: [GroupStatus], _ statuses: [VerticalStatus]) {
        self.groups = groups
        states = Dictionary(statuses.map { ($0.name, $0.state) }) { first, _ in first }
    }

    var lines: [String] {
        let inner: Set<String> = Set(groups.flatMap(\.members))
        return groups.filter { !inner.contains($0.name) }.flatMap { lines(of: $0.name, depth: 0) }
    }

    /// - Parameter depth: an answer without an end is cut, wherever it comes from.
    private func lines(of name: String, depth: Int) -> [String] {
        guard let group: GroupStatus = groups.first(where: { $0.name == name }), depth < groups.count else {
            let state: VerticalState = states[name] ?? .stopped
            return ["\(name.printable)  \(Terminal.coloured(StatusTable.word(state), StatusTable.colour(state)))"]
        }
        let members: [String] = group.members.enumerated().flatMap { index, member in
            let isLast: Bool = index == group.members.count - 1
            return lines(of: member, depth: depth + 1).enumerated().map { row, line in
                (row == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")) + line
            }
        }
        return ["\(name.printable)  \(Terminal.coloured(words(group), .dim))"] + members
    }

    private func words(_ group: GroupStatus) -> String {
        let strategy: String =
            switch group.strategy {
            case .oneForOne: "one-for-one"
            case .oneForAll: "one-for-all"
            case .restForOne: "rest-for-one"
            case .unknown: "unknown"
            }
        guard let limit: Int = group.limit, let window: Duration = group.window else { return strategy }
        return "\(strategy), \(group.restarts) of \(limit) restart\(limit == 1 ? "" : "s") within \(DurationText.format(window))"
    }
}
