/// Where things are on the machine that the units are for.
public struct UnitPlaces: Hashable, Sendable {
    /// The folder of `svc-supervisor` and the daemons.
    public let binaries: String
    /// The launcher file's absolute path.
    public let launcher: String

    /// - Parameters:
    ///   - binaries: the absolute folder of the programs.
    ///   - launcher: the absolute path that the launcher file has there.
    public init(binaries: String, launcher: String) {
        self.binaries = binaries
        self.launcher = launcher
    }

    /// The program of a vertical: a name stands beside `svc-supervisor`, a path is relative to the launcher file.
    func program(_ executable: String) -> String {
        if executable.hasPrefix("/") { return executable }
        guard executable.contains("/") else { return "\(binaries)/\(executable)" }
        var steps: [Substring] = launcher.split(separator: "/").dropLast()
        for step: Substring in executable.split(separator: "/") where step != "." {
            if step == ".." { steps = steps.dropLast() } else { steps.append(step) }
        }
        return "/" + steps.joined(separator: "/")
    }
}

/// A file that is written, with its path below the folder of the output.
public struct UnitFile: Hashable, Sendable {
    public let path: String
    public let text: String
}

/// Which of the two ways of running a suite under systemd is written.
public enum UnitForm: String, Sendable, CaseIterable {
    /// One unit, which runs the supervisor.
    case supervisor
    /// A service for each vertical and a socket for each edge: systemd supervises.
    case verticals
    case both
}
