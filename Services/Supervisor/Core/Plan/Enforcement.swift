/// What the kernel keeps of what a launcher file says of one child, and what nobody keeps; a sentence each.
public struct Enforcement: Hashable, Sendable {
    public private(set) var kept: [String] = []
    public private(set) var notKept: [String] = []

    public init(of vertical: LauncherVertical) {
        limits(vertical.limits)
        kept.append("privileges: none are gained by running a program (no_new_privs)")
    }

    private mutating func limits(_ limits: ChildLimits) {
        if let memory: Int = limits.memory {
            kept.append("memory \(ByteCountText.format(memory)): private memory of each of its processes (RLIMIT_DATA)")
        }
        if let files: Int = limits.files { kept.append("files \(files): descriptors of each of its processes (RLIMIT_NOFILE)") }
        if let nice: Int = limits.nice { kept.append("nice \(nice)") }
        // RLIMIT_NPROC counts all that the user runs, the supervisor and its other children too, and does not hold for root.
        if let processes: Int = limits.processes {
            notKept.append("processes \(processes): it takes control groups (cgroup v2), which are not delegated to the supervisor")
        }
        if let weight: Int = limits.cpuWeight {
            notKept.append("cpu-weight \(weight): it takes control groups (cgroup v2), which are not delegated to the supervisor")
        }
    }
}
