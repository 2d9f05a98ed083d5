/// Which limits control groups keep for the suite.
public enum ControlGroupSupport: Hashable, Sendable {
    /// The parts of a machine that can be limited by groups.
    public enum Controller: String, Sendable, CaseIterable {
        case memory
        case pids
        case cpu
    }

    /// These are delegated to the supervisor.
    case delegated(Set<Controller>)
    /// None is; a clause says why.
    case missing(String)

    /// Why a controller does not serve; nil where it does.
    func obstacle(_ controller: Controller) -> String? {
        switch self {
        case .delegated(let controllers):
            controllers.contains(controller) ? nil : "the controller '\(controller.rawValue)' is not delegated to the supervisor"
        case .missing(let reason): reason
        }
    }
}

extension ChildLimits {
    /// What is written into the files of a child's group.
    public func settings(_ support: ControlGroupSupport) -> [(file: String, value: String)] {
        var settings: [(file: String, value: String)] = []
        if let memory, support.obstacle(.memory) == nil {
            // What is one vertical ends together: half of it is of no use.
            settings += [("memory.max", "\(memory)"), ("memory.oom.group", "1")]
        }
        if let processes, support.obstacle(.pids) == nil { settings.append(("pids.max", "\(processes)")) }
        if let cpuWeight, support.obstacle(.cpu) == nil { settings.append(("cpu.weight", "\(cpuWeight)")) }
        return settings
    }

    /// Whether something is asked for that only groups keep, or keep better.
    public var asksForGroup: Bool { memory != nil || processes != nil || cpuWeight != nil }
}
