import ColonnadeWorld

@testable import SupervisorCore

/// Groups of groups by chance.
enum SimulatedGroups {
    /// - Parameters:
    ///   - names: the verticals of which some are in groups.
    ///   - endings: what may become of groups that have failed.
    static func make(of names: [String], endings: [LauncherGroup.Failed], random: inout SeededGenerator) -> [LauncherGroup] {
        var left: [String] = names.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.shuffled(using: &random)
        let depth: Int = Int.random(in: 0...3, using: &random)
        guard depth > 0, left.count >= depth else {
            return left.isEmpty ? [] : [LauncherGroup(name: "g", strategy: strategy(&random), members: left)]
        }
        var groups: [LauncherGroup] = []
        for level: Int in 1...depth {
            let count: Int = level == depth ? left.count : Int.random(in: 1...left.count - depth + level, using: &random)
            var members: [String] = Array(left.prefix(count))
            left.removeFirst(count)
            if level < depth { members.insert("g\(level + 1)", at: Int.random(in: 0...members.count, using: &random)) }
            let intensity: LauncherGroup.Intensity = LauncherGroup.Intensity(
                restarts: Int.random(in: 0...3, using: &random), window: .seconds(Int.random(in: 2...30, using: &random)))
            let isOwn: Bool = Int.random(in: 0..<4, using: &random) == 0
            groups.append(
                LauncherGroup(
                    name: "g\(level)", strategy: strategy(&random), members: members, intensity: intensity,
                    failed: isOwn ? endings.randomElement(using: &random) : nil))
        }
        return groups
    }

    private static func strategy(_ random: inout SeededGenerator) -> LauncherGroup.Strategy {
        LauncherGroup.Strategy.allCases.randomElement(using: &random) ?? .oneForOne
    }
}
