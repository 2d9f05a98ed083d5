import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorCore

/// The control groups of the children: one for each process that is started, below the supervisor's own, where that is delegated to it.
struct ControlGroups {
    /// Where this process goes itself: a group with limited groups in it may have no processes.
    private static let ownName: String = "supervisor"
    /// What systemd marks a group with that it leaves to somebody else.
    private static let marks: [String] = ["user.delegate", "trusted.delegate"]

    let support: ControlGroupSupport
    private let folder: String
    private let wereAskedFor: Bool

    /// Makes this process's group ready to hold others. Does nothing where no child asks for one.
    init(for plan: SuitePlan) {
        wereAskedFor = plan.verticals.contains { $0.launcher.limits.asksForGroup }
        guard wereAskedFor else {
            (support, folder) = (.missing("no control groups were asked for"), "")
            return
        }
        let place: String? = ControlGroupPlace.folder(mounts: Self.text("/proc/self/mountinfo"), membership: Self.text("/proc/self/cgroup"))
        guard let place else {
            (support, folder) = (.missing("it takes control groups (cgroup v2), which this system does not have"), "")
            return
        }
        (support, folder) = (Self.prepare(place), place)
    }

    /// The same for another plan: they are made ready once, when the first child asks for one.
    func extended(to plan: SuitePlan) -> ControlGroups { wereAskedFor ? self : ControlGroups(for: plan) }

    /// As another program has left them; nil where there are none to go on with.
    init?(_ handover: SuiteHandover) {
        guard let folder: String = handover.groupFolder, folder.hasPrefix("/") else { return nil }
        self.folder = folder
        wereAskedFor = true
        support = .delegated(Set(handover.groupControllers.compactMap(ControlGroupSupport.Controller.init)))
    }

    /// For the supervisor's next program: it is in a group of its own by then, and could not tell where the others are.
    var handover: (folder: String?, controllers: [String]) {
        guard case .delegated(let controllers) = support else { return (nil, []) }
        return (folder, controllers.map(\.rawValue).sorted())
    }

    private static func prepare(_ folder: String) -> ControlGroupSupport {
        let wanted: [ControlGroupSupport.Controller] = ControlGroupSupport.Controller.allCases
        let offered: [Substring] = text("\(folder)/cgroup.controllers").split(whereSeparator: \.isWhitespace)
        guard wanted.contains(where: { offered.contains(Substring($0.rawValue)) }) else {
            return .missing("it takes control groups, and \(folder) has no controller for it")
        }
        guard isDelegated(folder) else {
            return .missing("it takes control groups, and \(folder) is not delegated to the supervisor (Delegate=yes in its unit)")
        }
        do {
            try FilePath.makeDirectory("\(folder)/\(ownName)")
            try FilePath.write("\(getpid())", to: "\(folder)/\(ownName)/cgroup.procs")
        } catch {
            return .missing("it takes control groups, and the supervisor can not leave \(folder): \(error)")
        }
        removeAbandoned(folder)
        let controllers: [ControlGroupSupport.Controller] = wanted.filter { controller in
            offered.contains(Substring(controller.rawValue))
                && (try? FilePath.write("+\(controller.rawValue)", to: "\(folder)/cgroup.subtree_control")) != nil
        }
        return controllers.isEmpty
            ? .missing("it takes control groups, and other processes are in \(folder)") : .delegated(Set(controllers))
    }

    /// Whether the folder is this process's to change: by its owner, or by the mark of whoever manages root's groups.
    private static func isDelegated(_ folder: String) -> Bool {
        guard geteuid() == 0 else { return FilePath.isWritable("\(folder)/cgroup.subtree_control") }
        let isTop: Bool = text("/proc/self/cgroup").split(separator: "\n").contains("0::/")
        return isTop || marks.contains { FilePath.mark($0, of: folder) == "1" }
    }

    // MARK: One process

    /// With the supervisor's number, which its next program keeps: another suite may have the same folder, as in a container.
    private func path(_ name: String, _ generation: UInt64) -> String { "\(folder)/\(getpid()).\(name).\(generation)" }

    /// The group of a process that is about to start, with its limits; nil where it needs none.
    func make(_ name: String, _ generation: UInt64, _ limits: ChildLimits) throws(SocketError) -> OwnedDescriptor? {
        let settings: [(file: String, value: String)] = limits.settings(support)
        guard !settings.isEmpty else { return nil }
        let path: String = path(name, generation)
        removeEmpty(name)
        try FilePath.makeDirectory(path)
        for (file, value): (String, String) in settings { try FilePath.write(value, to: "\(path)/\(file)") }
        return try OwnedDescriptor.open(path: path, flags: O_RDONLY | O_DIRECTORY)
    }

    /// Removes the group of a process that has ended, with what is left in it.
    /// - Returns: how often the kernel has ended processes of it for lack of memory.
    func remove(_ name: String, _ generation: UInt64) -> Int {
        guard case .delegated = support else { return 0 }
        let path: String = path(name, generation)
        let kills: Int = ControlGroupPlace.memoryKills(Self.text("\(path)/memory.events"))
        try? FilePath.write("1", to: "\(path)/cgroup.kill")
        FilePath.removeDirectory(path)
        return kills
    }

    /// A group whose last processes were just being ended could not be removed then.
    private func removeEmpty(_ name: String) {
        for entry: String in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where entry.hasPrefix("\(getpid()).\(name).") {
            FilePath.removeDirectory("\(folder)/\(entry)")
        }
    }

    /// Removes what supervisors have left that were killed. A group with processes in it stays.
    private static func removeAbandoned(_ folder: String) {
        for entry: String in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let parts: [Substring] = entry.split(separator: ".")
            guard parts.count == 3, let owner: Int32 = Int32(parts[0]), owner > 0, kill(owner, 0) != 0, errno == ESRCH else { continue }
            FilePath.removeDirectory("\(folder)/\(entry)")
        }
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
