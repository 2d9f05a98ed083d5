import ColonnadeSystemIO

/// What a service may not do. systemd rates each by `systemd-analyze security`: all stay at 1.5 or below.
struct UnitHardening {
    /// For every service.
    private static let common: [(key: String, value: String)] = [
        ("NoNewPrivileges", "yes"), ("CapabilityBoundingSet", ""), ("AmbientCapabilities", ""), ("UMask", "0077"), ("PrivateTmp", "yes"),
        ("PrivateMounts", "yes"), ("ProtectClock", "yes"), ("ProtectHostname", "yes"), ("ProtectKernelLogs", "yes"),
        ("ProtectKernelModules", "yes"), ("ProtectKernelTunables", "yes"), ("ProtectProc", "invisible"), ("ProcSubset", "pid"),
        ("RestrictRealtime", "yes"), ("RestrictSUIDSGID", "yes"), ("LockPersonality", "yes"), ("MemoryDenyWriteExecute", "yes"),
        ("RemoveIPC", "yes"), ("KeyringMode", "private"), ("SystemCallArchitectures", "native"), ("SystemCallErrorNumber", "EPERM"),
    ]
    /// By which a supervisor narrows what its children may reach.
    private static let landlock: String = "landlock_create_ruleset landlock_add_rule landlock_restrict_self"
    private static let homes: [String] = ["/home/", "/root/", "/run/user/"]

    /// One vertical, or a program.
    static func vertical(_ launcher: LauncherVertical, reach: NetworkReach) -> [(key: String, value: String)] {
        var lines: [(key: String, value: String)] = common + [("ProtectControlGroups", "yes"), ("RestrictNamespaces", "yes")]
        lines += network(reach)
        lines += [("SystemCallFilter", "@system-service"), ("SystemCallFilter", "~@privileged @resources")]
        guard case .files(let files) = launcher.isolation else { return lines }
        let read: [String] = files.read.map(\.path) + (launcher.directory.map { [$0] } ?? [])
        return lines + [("PrivateDevices", "yes"), ("DevicePolicy", "closed")] + self.files(read, files.write.map(\.path))
    }

    /// The supervisor with a whole suite.
    ///
    /// Each child's view of the sockets takes user namespaces and mounts, which systemd counts against the service as much as the
    /// network: both together lie above 1.5. What children may reach of files is kept by Landlock either way.
    static func supervisor(_ verticals: [LauncherVertical], reach: NetworkReach) -> [(key: String, value: String)] {
        var lines: [(key: String, value: String)] =
            common + [("PrivateUsers", "yes"), ("PrivateDevices", "yes"), ("DevicePolicy", "closed")]
        let hidesSockets: Bool = reach == .none
        lines.append(("RestrictNamespaces", hidesSockets ? "user mnt" : "yes"))
        lines += network(reach)
        lines.append(("SystemCallFilter", "@system-service \(hidesSockets ? "@mount " : "")\(landlock)"))
        // @privileged has system calls that hiding sockets takes too.
        let isNice: Bool = verticals.contains { $0.limits.nice != nil }
        lines.append(("SystemCallFilter", isNice ? "~@privileged" : "~@privileged @resources"))
        if hidesSockets { lines.append(("SystemCallFilter", "@mount capset")) }
        var (read, write): ([String], [String]) = ([], [])
        for vertical: LauncherVertical in verticals {
            if let directory: String = vertical.directory { read.append(directory) }
            guard case .files(let files) = vertical.isolation else { continue }
            read += files.read.map(\.path)
            write += files.write.map(\.path)
        }
        return lines + files(read, write)
    }

    private static func network(_ reach: NetworkReach) -> [(key: String, value: String)] {
        switch reach {
        case .loopback:
            [("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6"), ("IPAddressDeny", "any"), ("IPAddressAllow", "localhost")]
        case .any: [("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6")]
        default: [("RestrictAddressFamilies", "AF_UNIX"), ("PrivateNetwork", "yes"), ("IPAddressDeny", "any")]
        }
    }

    /// All is there to read, but for people's own folders: of these only what was declared.
    private static func files(_ read: [String], _ write: [String]) -> [(key: String, value: String)] {
        func isAtHome(_ path: String) -> Bool { homes.contains { "\(path)/".hasPrefix($0) } }
        var lines: [(key: String, value: String)] = [("ProtectSystem", "strict")]
        lines.append(("ProtectHome", (read + write).contains(where: isAtHome) ? "tmpfs" : "yes"))
        for path: String in unique(read) where isAtHome(path) { lines.append(("BindReadOnlyPaths", UnitText.path(path))) }
        for path: String in unique(write) {
            lines.append((isAtHome(path) ? "BindPaths" : "ReadWritePaths", UnitText.path(path)))
        }
        return lines
    }

    private static func unique(_ paths: [String]) -> [String] {
        paths.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
