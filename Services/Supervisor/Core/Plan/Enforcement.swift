/// What the kernel keeps of what a launcher file says of one child, and what nobody keeps; a sentence each.
public struct Enforcement: Hashable, Sendable {
    public private(set) var kept: [String] = []
    public private(set) var notKept: [String] = []

    /// - Parameter landlock: the version that the kernel has; 0 where it has none.
    public init(of vertical: LauncherVertical, landlock: Int, groups: ControlGroupSupport) {
        limits(vertical.limits, groups)
        files(vertical.isolation, landlock)
        kept.append("privileges: none are gained by running a program (no_new_privs)")
    }

    private mutating func files(_ isolation: ChildIsolation, _ landlock: Int) {
        notKept.append("sockets: a process of the same user can connect to every socket of the suite; file rules do not hold for that")
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
