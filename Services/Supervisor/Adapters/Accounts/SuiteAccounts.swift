import ColonnadeEventLoop
import FoundationEssentials
import Glibc
public import SupervisorCore

/// Whose the processes of a suite are. Under root each vertical has a user of its own, unless the launcher file says otherwise or the system
/// does not let it.
public struct SuiteAccounts: Sendable {
    private let home: SuiteHome
    private let range: UserRange
    private var identities: [String: ChildIdentity] = [:]
    /// Whose processes a user's are, sorted: each state of a vertical that is told asks for it.
    private var names: [UInt32: [String]] = [:]
    /// What is wrong, with the lines.
    private var issues: [LauncherIssue] = []

    /// - Parameter identities: what was settled already.
    init(home: SuiteHome, range: UserRange, identities: [String: ChildIdentity] = [:]) {
        self.home = home
        self.range = range
        self.identities = identities
    }

    /// Settles it for a plan, and writes down what was allotted. The home must be there, and locked by this process.
    /// - Parameter file: the launcher file, for messages.
    public static func settle(_ plan: SuitePlan, home: SuiteHome, file: String) throws(SupervisorError) -> SuiteAccounts {
        var accounts: SuiteAccounts = SuiteAccounts(home: home, range: plan.users)
        if geteuid() == 0 {
            try accounts.settleAsRoot(plan)
        } else {
            for vertical: SuitePlan.Vertical in plan.verticals { accounts.settleAsOther(vertical.launcher) }
        }
        accounts.noteNames()
        guard accounts.issues.isEmpty else {
            throw SupervisorError(accounts.issues.sorted().map { $0.text(file: file) }.joined(separator: "\n"))
        }
        return accounts
    }

    /// Of a vertical, or of one of its processes.
    public subscript(name: String) -> ChildIdentity { identities[InstanceName.vertical(of: name)] ?? .supervisors(nil) }

    /// The same, and those of others that are on their way out.
    func with(_ former: SuiteAccounts) -> SuiteAccounts {
        var both: SuiteAccounts = self
        both.identities.merge(former.identities) { own, _ in own }
        both.noteNames()
        return both
    }

    /// Whether some child is not this process's user.
    var areSeveral: Bool { identities.values.contains { $0.user != nil } }

    /// The other verticals that have the same user.
    func sharing(with name: String) -> [String] {
        guard let user: UInt32 = self[name].user, let all: [String] = names[user], all.count > 1 else { return [] }
        let own: String = InstanceName.vertical(of: name)
        return all.filter { $0 != own }
    }

    private mutating func noteNames() {
        names = [:]
        for (name, identity): (String, ChildIdentity) in identities.sorted(by: { $0.key < $1.key }) {
            if let user: UInt32 = identity.user { names[user, default: []].append(name) }
        }
    }

    // MARK: Without privileges

    private mutating func settleAsOther(_ launcher: LauncherVertical) {
        identities[launcher.name] = .supervisors(nil)
        guard case .named(let name) = launcher.user.choice else { return }
        guard let account: Account = Account.named(name) else { return reportUnknown(name, launcher) }
        guard account.user != geteuid() || launcher.user.group != nil else { return }
        report(launcher.user.line, "user of \(launcher.name): the supervisor must run as root to start a process of \(name)")
    }

    // MARK: As root

    private mutating func settleAsRoot(_ plan: SuitePlan) throws(SupervisorError) {
        let allotment: UserAllotment = try load()
        var changed: UserAllotment = allotment
        var trial: UserTrial = UserTrial(home: home)
        let ways: Reach.Ways = Reach.Ways()
        let running: Set<UInt32> = Self.running
        let names: Set<String> = Set(plan.verticals.map(\.name))
        changed.keep { names.contains($0) || FilePath.exists(home.state($0)) }
        for vertical: SuitePlan.Vertical in plan.verticals {
            let launcher: LauncherVertical = vertical.launcher
            switch launcher.user.choice {
            case .same: identities[launcher.name] = .supervisors("the launcher file says 'same'")
            case .named(let name): identities[launcher.name] = named(name, vertical, ways)
            case .allotted: identities[launcher.name] = allotted(vertical, &changed, &trial, ways) { running.contains($0) }
            }
        }
        guard changed != allotment else { return }
        do throws(SocketError) {
            try FilePath.replace(home.users, with: Array(changed.text.utf8))
        } catch {
            throw SupervisorError("The users of the verticals can not be written down: \(error)")
        }
    }

    private mutating func named(_ name: String, _ vertical: SuitePlan.Vertical, _ ways: Reach.Ways) -> ChildIdentity {
        let launcher: LauncherVertical = vertical.launcher
        guard let account: Account = Account.named(name) else {
            reportUnknown(name, launcher)
            return .root
        }
        var group: UInt32 = account.group
        if let wanted: String = launcher.user.group {
            guard let found: UInt32 = Account.group(named: wanted) else {
                report(launcher.user.groupLine, "group of \(launcher.name): this system has no group '\(wanted)'")
                return .root
            }
            group = found
        }
        guard account.user != 0 else { return .root }
        if let obstacle: String = Reach(of: vertical, home: home, user: account.user, group: group, ways: ways).obstacle {
            report(launcher.user.line, "user of \(launcher.name): \(name) can not reach what it needs: \(obstacle)")
        }
        return .own(user: account.user, group: group, name: name)
    }

    /// A number of its own; the supervisor's user where the system does not let it, and nobody has asked for more.
    private mutating func allotted(
        _ vertical: SuitePlan.Vertical, _ allotment: inout UserAllotment, _ trial: inout UserTrial, _ ways: Reach.Ways,
        _ isBusy: (UInt32) -> Bool
    ) -> ChildIdentity {
        var tried: UserAllotment = allotment
        let found: UInt32? = tried.allot(
            vertical.name, from: range, place: home.path, isTaken: Account.isTaken, isBusy: isBusy)
        guard let number: UInt32 = found else {
            return refuse(vertical, "no number from \(range.from) to \(range.last) is free")
        }
        let reach: Reach = Reach(of: vertical, home: home, user: number, group: number, ways: ways)
        if let obstacle: String = trial.obstacle(to: number) ?? reach.obstacle { return refuse(vertical, obstacle) }
        allotment = tried
        return .own(user: number, group: number, name: nil)
    }

    private mutating func refuse(_ vertical: SuitePlan.Vertical, _ reason: String) -> ChildIdentity {
        if range.line > 0 {
            report(vertical.launcher.executableLine, "\(vertical.name) can not have a user of its own, as 'users' asks for: \(reason)")
        }
        return .supervisors(reason)
    }

    /// The users of all processes that run now.
    private static var running: Set<UInt32> {
        let entries: [String] = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(entries.filter { $0.allSatisfy(\.isNumber) }.compactMap { FilePath.owner("/proc/\($0)") })
    }

    private func load() throws(SupervisorError) -> UserAllotment {
        guard FilePath.exists(home.users) else { return UserAllotment() }
        let remedy: String = "Look at it; where it is removed, each vertical gets a new user, and its files are given to it."
        do {
            let file: InputFile = try InputFile(path: home.users)
            // One that is longer is cut off, and then its last line makes no sense, or names a vertical that is given a number again.
            return try UserAllotment(String(decoding: try file.read(UserAllotment.longestText, at: 0), as: UTF8.self))
        } catch {
            throw SupervisorError("\(home.users), which says whose the verticals' processes are, can not be used: \(error). \(remedy)")
        }
    }

    private mutating func reportUnknown(_ name: String, _ launcher: LauncherVertical) {
        report(launcher.user.line, "user of \(launcher.name): this system has no account '\(name)'; make it, or leave 'user' out")
    }

    private mutating func report(_ line: Int, _ message: String) {
        issues.append(LauncherIssue(line: line, message))
    }
}
