/// Groups in groups: who is whose member, and whose fates are tied. Without circles; each member is in one group.
struct GroupTree: Sendable {
    let groups: [LauncherGroup]
    private let byName: [String: LauncherGroup]
    /// The groups around each vertical and each group, the nearest first.
    private let owners: [String: [LauncherGroup]]

    init(_ groups: [LauncherGroup]) {
        self.groups = groups
        byName = Dictionary(groups.map { ($0.name, $0) }) { first, _ in first }
        let owner: [String: LauncherGroup] = Dictionary(groups.flatMap { group in group.members.map { ($0, group) } }) { first, _ in first }
        owners = Dictionary(
            uniqueKeysWithValues: owner.keys.map { name in
                var around: [LauncherGroup] = []
                while let next: LauncherGroup = owner[around.last?.name ?? name], around.count < groups.count { around.append(next) }
                return (name, around)
            })
    }

    subscript(name: String) -> LauncherGroup? { byName[name] }

    /// The groups around a vertical or a group, the nearest first.
    func around(_ name: String) -> [LauncherGroup] { owners[name] ?? [] }

    /// The verticals in a group, at whatever depth; a vertical itself.
    func verticals(in name: String) -> [String] {
        guard let group: LauncherGroup = byName[name] else { return [name] }
        return group.members.flatMap(verticals)
    }

    /// A group's name and those of all groups in it; nothing for a vertical.
    func groups(in name: String) -> [String] {
        guard let group: LauncherGroup = byName[name] else { return [] }
        return [name] + group.members.flatMap(groups)
    }

    /// The members whose fates a group ties to that of one of them.
    static func tied(to member: String, in group: LauncherGroup) -> [String] {
        guard let index: Int = group.members.firstIndex(of: member) else { return [] }
        return switch group.strategy {
        case .oneForOne: []
        case .oneForAll: group.members.filter { $0 != member }
        // Processes of one vertical do not use each other: none of them stands behind another.
        case .restForOne: group.members[(index + 1)...].filter { InstanceName.vertical(of: $0) != InstanceName.vertical(of: member) }
        }
    }

    /// What becomes of a group that has failed; nil where the group around it begins it anew.
    func outcome(ofFailed group: LauncherGroup) -> LauncherGroup.Failed? {
        group.failed ?? (around(group.name).first?.intensity == nil ? .retry : nil)
    }
}
