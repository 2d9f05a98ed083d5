/// What the last event of a child is to its group.
public enum GroupConcern: Hashable, Sendable {
    /// Its process ended by itself, and it is to be restarted.
    case restart
    /// Its program may not run.
    case loss
}

/// What the groups around a child say to its restart.
enum GroupRuling: Hashable, Sendable {
    /// None counts: its own intensity holds.
    case none
    /// It is restarted, and this group counts that.
    case counted(by: String)
    /// Its group has failed. The group `by` counts that as an end of its `member`, and begins it anew with all that is in it.
    case renewed(member: String, by: String, reason: String)
    /// This group has failed, and none begins it anew.
    case failed(LauncherGroup.Failed, group: String, reason: String)

    /// Whether a group begins anew.
    var isRenewal: Bool { if case .renewed = self { true } else { false } }

    /// What becomes of a child that has failed with its group; nil where that is its own affair.
    var failed: ChildPolicy.Failed? {
        guard case .failed(let failed, _, _) = self else { return nil }
        return failed == .retry ? .retry : .stay
    }
}

/// Groups are OTP's supervisors (supervisor(3)): each end of a member that is to be restarted counts against the group's intensity,
/// however many others are restarted with it. A group that would have to restart once more has failed: it counts as one end of a
/// member of the group around it, which begins it anew. A group without an intensity counts nothing, and is in no other.
///
/// Invariant: within the time of its intensity a group restarts members no more often than that says.
extension SuiteMachine {
    /// The groups, each before those in it, with processes as their members.
    public var processGroups: [LauncherGroup] { groups.groups }

    /// How often a group has restarted a member, within its intensity's time.
    public func restarts(of group: String, now: Duration) -> Int { recentRestarts(of: group, now: now).count }

    private func recentRestarts(of group: String, now: Duration) -> [Duration] {
        guard let window: Duration = groups[group]?.intensity?.window else { return [] }
        return groupRestarts[group, default: []].filter { now - $0 < window }
    }

    // MARK: Deciding

    /// What a restart of a child would be now to the groups around it.
    func ruling(on name: String, now: Duration) -> GroupRuling {
        // One that is to be stopped or restarted anyway has ended a little earlier.
        guard wishes[name] == nil else { return .none }
        var member: String = name
        var reasons: [String] = []
        for group: LauncherGroup in groups.around(name) {
            guard let intensity: LauncherGroup.Intensity = group.intensity else { return .none }
            let count: Int = recentRestarts(of: group.name, now: now).count
            if count < intensity.restarts {
                guard !reasons.isEmpty else { return .counted(by: group.name) }
                return .renewed(member: member, by: group.name, reason: reasons.joined(separator: "; "))
            }
            reasons.append(
                intensity.restarts == 0
                    ? "group \(group.name) may restart no member"
                    : "group \(group.name) has restarted members \(count) times within \(intensity.window)")
            if let failed: LauncherGroup.Failed = groups.outcome(ofFailed: group) {
                return .failed(failed, group: group.name, reason: reasons.joined(separator: "; "))
            }
            member = group.name
        }
        return .none
    }

    // MARK: Carrying it out

    /// Does what has been decided when a child ended by itself.
    mutating func carryOut(_ ruling: GroupRuling, on name: String, now: Duration) -> [Action] {
        switch ruling {
        case .none: tieFates(to: name)
        case .counted(let group):
            note(restartBy: group, now: now)
            tieFates(to: name)
        case .renewed(let member, let group, let reason):
            note(restartBy: group, now: now)
            renew(member, but: name)
            for other: String in groups[group].map({ GroupTree.tied(to: member, in: $0) }) ?? [] { endForRestart(other) }
            return [.renewed(member, by: group, reason: "\(name) has ended again, and \(reason)")]
        case .failed(let failed, let group, let reason):
            fail(group, by: name)
            if failed == .down { goDown(but: name) }
            return [.groupFailed(group, reason: "\(name) has ended again, and \(reason)", endsSuite: failed == .down)]
        }
        return []
    }

    /// The process that served has ended, and another is there already: that counts as a restart.
    mutating func noteTakeOver(of name: String, now: Duration) {
        if let group: LauncherGroup = groups.around(name).first { note(restartBy: group.name, now: now) }
        tieFates(to: name)
    }

    private mutating func note(restartBy group: String, now: Duration) {
        guard groups[group]?.intensity != nil else { return }
        groupRestarts[group] = recentRestarts(of: group, now: now) + [now]
    }

    /// Ends those whose fates are tied to one that has ended by itself. They come back with it, or not.
    mutating func tieFates(to name: String) {
        guard let group: LauncherGroup = groups.around(name).first else { return }
        let isLost: Bool = children[name]?.state == .failed && wishes[name] != .restart
        for member: String in GroupTree.tied(to: name, in: group) {
            guard isLost else {
                endForRestart(member)
                continue
            }
            for other: String in running(in: member) {
                wishes[other] = .stop
                fallen[name, default: []].insert(other)
            }
        }
    }

    /// Restarts what runs of a member whose fate is tied to another's.
    private mutating func endForRestart(_ member: String) {
        forgetRestarts(in: member)
        for other: String in running(in: member) { wishes[other] = .restart }
    }

    /// Those of a member's verticals that run and shall go on: not those that are being stopped.
    private func running(in member: String) -> [String] {
        groups.verticals(in: member).filter { other in
            guard wishes[other] == nil, let child: ChildMachine = children[other] else { return false }
            return !child.isDown && !child.isLeaving
        }
    }

    /// Begins a group anew: all of it, as at its first start.
    private mutating func renew(_ group: String, but name: String) {
        forgetRestarts(in: group)
        for other: String in comingBack(in: group) where other != name {
            wishRestart(of: other)
        }
    }

    /// Stops a group that has failed. It comes back with the one by which it has.
    private mutating func fail(_ group: String, by name: String) {
        forgetRestarts(in: group)
        // Whoever was to be restarted has failed with its group.
        wishes[name] = nil
        for other: String in comingBack(in: group) where other != name {
            fallen[name, default: []].formUnion(fallen.removeValue(forKey: other) ?? [])
            fallen[name, default: []].insert(other)
            wishes[other] = .stop
        }
    }

    private mutating func goDown(but name: String) {
        for other: String in names where other != name { wishes[other] = .stop }
        held.formUnion(names)
        fallen = [:]
    }

    private mutating func forgetRestarts(in member: String) {
        for group: String in groups.groups(in: member) { groupRestarts[group] = nil }
    }

    /// What a group consists of when it begins: those of its verticals that somebody has stopped stay so, and those wait for their
    /// first call, or for their first start, that did before.
    private func comingBack(in group: String) -> [String] {
        groups.verticals(in: group).filter { !held.contains($0) && !isDormant($0) && !hasNeverRun($0) }
    }

    /// With whom a vertical was stopped because that one has failed; nil where it was not, or is back.
    public func fellWith(_ name: String) -> String? {
        fallen.isEmpty ? nil : names.first { fallen[$0]?.contains(name) == true }
    }

    /// A vertical that had fallen begins, or is gone: it comes back with nobody any more.
    mutating func rise(_ name: String) {
        for other: String in fallen.keys where fallen[other]?.remove(name) != nil && fallen[other]?.isEmpty == true { fallen[other] = nil }
    }

    /// Starts those that fell with one that is tried again, unless somebody has stopped them by hand.
    mutating func bringBack(_ tied: Set<String>, now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        var actions: [Action] = []
        for name: String in names where tied.contains(name) && !held.contains(name) {
            if wishes[name] != nil || children[name]?.isLeaving == true {
                wishes[name] = .restart
            } else if children[name]?.state == .stopped {
                actions += apply(.start, to: name, now: now, random: &random)
            }
        }
        return actions
    }
}
