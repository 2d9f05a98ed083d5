@testable import SupervisorCore

/// Counts what the groups of a simulated suite restart, beside the machine: by the processes that end and are followed by others.
struct GroupLedger {
    private var tree: GroupTree
    /// When the process ended by itself that another one may follow.
    private var ends: [String: Duration] = [:]
    private var restarts: [String: [Duration]] = [:]
    /// Groups that have failed, and that nobody has begun again.
    private var failed: Set<String> = []
    private var violations: [String] = []

    init(_ groups: [LauncherGroup]) { tree = GroupTree(groups) }

    /// What must not be and was, since this was asked last.
    mutating func faults() -> [String] {
        defer { violations = [] }
        return violations
    }

    /// Another launcher file: what it changes counts from 0.
    mutating func take(_ groups: [LauncherGroup]) {
        let former: GroupTree = tree
        tree = GroupTree(groups)
        restarts = restarts.filter { tree[$0.key] != nil && tree[$0.key] == former[$0.key] }
        failed.formIntersection(groups.map(\.name))
    }

    /// Somebody has asked for something: what follows is not by itself.
    mutating func asked() {
        ends = [:]
        for group: String in failed { forget(group) }
        failed = []
    }

    /// What has failed is tried again.
    mutating func retried(_ name: String) {
        ends[name] = nil
        for group: String in failed where tree.verticals(in: group).contains(name) {
            forget(group)
            failed.subtract(tree.groups(in: group))
        }
    }

    mutating func ended(_ name: String, at now: Duration) {
        ends[name] = now
        forgetTied(to: name)
    }

    /// Groups whose fates are tied to one that has ended are restarted, and count from 0.
    mutating func forgetTied(to name: String) {
        guard let group: LauncherGroup = tree.around(name).first else { return }
        for tied: String in GroupTree.tied(to: name, in: group) { forget(tied) }
    }

    mutating func staysDown(_ name: String) { ends[name] = nil }

    /// A process of the vertical is started.
    /// - Parameter isLeaving: whether it is ended again as soon as its consumers are.
    /// - Returns: what must not be.
    mutating func started(_ name: String, isLeaving: Bool) -> [String] {
        let fallen: [String] = failed.filter { !isLeaving && tree.verticals(in: $0).contains(name) }
        note(name)
        return fallen.map { "\(name) is started, and group \($0) has failed" }
    }

    private mutating func note(_ name: String) {
        guard let end: Duration = ends.removeValue(forKey: name), let group: LauncherGroup = tree.around(name).first else { return }
        count(end, group, name)
    }

    mutating func renewed(_ member: String, by group: String, at now: Duration) {
        forget(member)
        failed.subtract(tree.groups(in: member))
        guard let group: LauncherGroup = tree[group] else { return }
        for tied: String in GroupTree.tied(to: member, in: group) { forget(tied) }
        count(now, group, member)
    }

    mutating func failed(_ group: String) { failed.insert(group) }

    private mutating func count(_ time: Duration, _ group: LauncherGroup, _ member: String) {
        guard let intensity: LauncherGroup.Intensity = group.intensity else { return }
        // One that came back after a pause had ended before others that did not wait.
        let all: [Duration] = restarts[group.name, default: []].filter { time - $0 < intensity.window + .seconds(60) } + [time]
        restarts[group.name] = all
        let most: Int = all.map { end in all.filter { $0 <= end && end - $0 < intensity.window }.count }.max() ?? 0
        if most > intensity.restarts { violations.append("group \(group.name) is past its intensity by \(member)") }
    }

    /// A group that begins anew has restarted nobody, and what ended in it before comes back with it.
    private mutating func forget(_ member: String) {
        guard tree[member] != nil else { return }
        for group: String in tree.groups(in: member) { restarts[group] = nil }
        for name: String in tree.verticals(in: member) { ends[name] = nil }
    }
}
