/// Where a process stands among the control groups (cgroup v2), as the files of /proc say.
public enum ControlGroupPlace {
    /// The folder of a process's own group.
    /// - Parameters:
    ///   - mounts: the text of /proc/self/mountinfo.
    ///   - membership: the text of /proc/self/cgroup.
    /// - Returns: nil where cgroup v2 is not mounted, or the group lies outside of what is.
    public static func folder(mounts: String, membership: String) -> String? {
        // The lines of the older hierarchies have other numbers, and names.
        guard let line: Substring = membership.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
        let group: Substring = line.dropFirst("0::".count)
        for mount: Substring in mounts.split(separator: "\n") {
            let fields: [Substring] = mount.split(separator: " ")
            guard let mark: Int = fields.firstIndex(of: "-"), mark + 1 < fields.count, fields[mark + 1] == "cgroup2", mark > 5 else {
                continue
            }
            let (root, point): (String, String) = (unescaped(fields[3]), unescaped(fields[4]))
            if root == "/" { return group == "/" ? point : point + group }
            if group == root { return point }
            if group.hasPrefix(root + "/") { return point + group.dropFirst(root.count) }
        }
        return nil
    }

    /// Spaces and the like are written as `\040`.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest: Substring.UTF8View = text.utf8[...]
        while let byte: UInt8 = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\\"), let code: UInt8 = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8),
                rest.count >= 3
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How often the kernel has ended a process of a group for lack of memory.
    /// - Parameter events: the text of the group's memory.events.
    public static func memoryKills(_ events: String) -> Int {
        let line: Substring? = events.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return line.flatMap { Int($0.dropFirst("oom_kill ".count)) } ?? 0
    }
}
