import CSpawn
import Glibc

extension ChildProcess {
    /// Watches a child that the program before this one in the same process has started (``ProcessImage``). On the loop.
    /// - Throws: where it is no child of this process that is still to be waited for.
    public static func adopt(
        pid: Int32, leadsGroup: Bool = true, loop: EventLoop, onExit: @escaping @Sendable (ExitStatus) -> Void
    ) throws(SocketError) -> ChildProcess {
        loop.preconditionCurrent()
        guard pid > 0 else { throw SocketError(code: ECHILD, operation: .adopt) }
        let pidfd: Int32 = cspawn_adopt(pid)
        guard pidfd >= 0 else { throw SocketError(operation: .adopt) }
        let child: ChildProcess = ChildProcess(
            pid: pid, descriptor: OwnedDescriptor(adopting: pidfd), leadsGroup: leadsGroup, loop: loop, onExit: onExit)
        try child.watch()
        return child
    }

    /// Ends a child of this process that nobody watches, with what leads its group, and waits for it: it was killed, so that takes a
    /// moment. Does nothing to what is no child of this process.
    public static func end(stray pid: Int32) {
        guard pid > 0 else { return }
        let pidfd: Int32 = cspawn_adopt(pid)
        guard pidfd >= 0 else { return }
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: pidfd)
        if getpgid(pid) == pid { _ = Glibc.kill(-pid, SIGKILL) }
        _ = cspawn_signal(descriptor.number, SIGKILL)
        _ = cspawn_reap(descriptor.number, 1)
    }

    /// The children of this process, those that have ended and were not waited for among them; in the order of their numbers.
    public static var ofThisProcess: [Int32] {
        let own: Int32 = getpid()
        guard let folder = unsafe opendir("/proc") else { return [] }
        defer { unsafe closedir(folder) }
        var found: [Int32] = []
        while let entry = unsafe readdir(folder) {
            let name: String = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard let pid: Int32 = Int32(name), parent(of: pid) == own else { continue }
            found.append(pid)
        }
        return found.sorted()
    }

    /// As proc(5) has it, behind the program's name, which may have anything in it.
    private static func parent(of pid: Int32) -> Int32? {
        guard let file: OwnedDescriptor = try? OwnedDescriptor.open(path: "/proc/\(pid)/stat", flags: O_RDONLY),
            let bytes: [UInt8] = try? InputFile(adopting: file).read(1024, at: 0),
            let end: Int = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let words: [Substring] = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int32(words[1]) : nil
    }
}
