import Glibc

/// The listening sockets passed to this process by systemd or the supervisor.
public enum ListenDescriptors {
    /// Takes the descriptors of LISTEN_FDS with their names, marks them close-on-exec, and removes the variables so that no child
    /// takes them for its own. Empty if LISTEN_PID is another process, and on the second call.
    ///
    /// Call it at startup, before other threads run: the environment is shared by all of them.
    /// - Throws: a `SocketError` if a promised descriptor is not open.
    public static func take() throws(SocketError) -> [(name: String, descriptor: OwnedDescriptor)] {
        defer {
            for name: String in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        }
        guard let pid = EnvironmentVariables.value("LISTEN_PID").flatMap({ Int32($0) }), pid == getpid(),
            let count = EnvironmentVariables.value("LISTEN_FDS").flatMap({ Int32($0) }), count > 0, count <= 4096
        else { return [] }
        let joined: String = EnvironmentVariables.value("LISTEN_FDNAMES") ?? ""
        let names: [Substring] = joined.split(separator: ":", omittingEmptySubsequences: false)
        var result: [(name: String, descriptor: OwnedDescriptor)] = []
        for position in 0..<Int(count) {
            let number: Int32 = 3 + Int32(position)
            guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
                throw SocketError(operation: .adopt, path: "LISTEN_FDS descriptor \(number)")
            }
            let name: String = position < names.count ? String(names[position]) : "unknown"
            result.append((name, OwnedDescriptor(adopting: number)))
        }
        return result
    }
}
