/// What the kernel keeps of what a launcher file says of one child, and what nobody keeps; a sentence each.
public struct Enforcement: Hashable, Sendable {
    public private(set) var kept: [String] = []
    public private(set) var notKept: [String] = []

    /// - Parameters:
    ///   - landlock: the version that the kernel has; 0 where it has none.
    ///   - hidesSockets: whether the kernel gives a child a view of the file system of its own.
    ///   - identity: whose its process is.
    ///   - sharing: the other verticals with the same user.
    public init(
        of vertical: LauncherVertical, landlock: Int, groups: ControlGroupSupport, hidesSockets: Bool,
        identity: ChildIdentity = .supervisors(nil), sharing: [String] = []
    ) {
        limits(vertical.limits, groups)
        user(identity, sharing)
        files(vertical.isolation, landlock)
        let isNarrowed: Bool = if case .files = vertical.isolation { true } else { false }
        sockets(identity, areHidden: isNarrowed && hidesSockets && landlock > 0, isNarrowed: isNarrowed, sharing)
        kept.append("privileges: none are gained by running a program (no_new_privs)")
    }

    private mutating func files(_ isolation: ChildIsolation, _ landlock: Int) {
        if case .none(let reason) = isolation {
            notKept.append("files: isolation is off (\(reason)); it reaches whatever its user may")
            return
        }
        guard landlock > 0 else {
            notKept.append("files: this kernel has no Landlock, or has it switched off; it reaches whatever its user may")
            return
        }
        kept.append(
            "files: its own folders, the system's programs, and what the launcher file names; nothing else (Landlock, version \(landlock))")
        if landlock < 3 { notKept.append("files: it can truncate any file of its user; that takes version 3 of Landlock") }
        if landlock >= 6 { kept.append("signals: only to itself and to what it has started (Landlock, version \(landlock))") }
    }

    private mutating func user(_ identity: ChildIdentity, _ sharing: [String]) {
        switch identity {
        case .own(let user, _, let name):
            let words: String = name.map { "\($0), number \(user)" } ?? "\(user), its own"
            kept.append("user: \(words); what belongs to others is out of its reach")
            if !sharing.isEmpty { notKept.append("user: \(sharing.joined(separator: " and ")) has the same") }
        case .root: notKept.append("user: root, as the launcher file says")
        case .supervisors(let reason?): notKept.append("user: root, the supervisor's, and none of its own: \(reason)")
        case .supervisors(nil): break
        }
    }

    /// Rules for files do not hold for connecting to sockets. They do keep a child from changing what it sees.
    private mutating func sockets(_ identity: ChildIdentity, areHidden: Bool, isNarrowed: Bool, _ sharing: [String]) {
        if areHidden { kept.append("sockets: it sees those of its own edges; no others of the suite (mount namespace)") }
        if identity.user != nil, sharing.isEmpty {
            kept.append("sockets: it can connect to those of its own edges; the others are other users'")
        } else if !areHidden, isNarrowed {
            notKept.append(
                "sockets: it can connect to every socket of the suite; it takes a user of its own, or mount namespaces and Landlock")
        }
    }

    private mutating func limits(_ limits: ChildLimits, _ groups: ControlGroupSupport) {
        if let memory: Int = limits.memory {
            kept.append("memory \(ByteCountText.format(memory)): private memory of each of its processes (RLIMIT_DATA)")
            if groups.obstacle(.memory) == nil {
                kept.append("memory \(ByteCountText.format(memory)): what all of its processes use together (control group)")
            }
        }
        if let files: Int = limits.files { kept.append("files \(files): descriptors of each of its processes (RLIMIT_NOFILE)") }
        if let nice: Int = limits.nice { kept.append("nice \(nice)") }
        // RLIMIT_NPROC counts all that the user runs, the supervisor and its other children too, and does not hold for root.
        if let processes: Int = limits.processes { judge("processes \(processes)", groups.obstacle(.pids)) }
        if let weight: Int = limits.cpuWeight { judge("cpu-weight \(weight)", groups.obstacle(.cpu)) }
    }

    private mutating func judge(_ limit: String, _ obstacle: String?) {
        if let obstacle { notKept.append("\(limit): \(obstacle)") } else { kept.append("\(limit) (control group)") }
    }
}
