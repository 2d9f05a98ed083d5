import Glibc
import Synchronization

/// The way to systemd's journal: an entry is one datagram, and nobody waits. Any thread.
///
/// What the journal does not take at once is dropped and counted, and the next entry that it takes comes behind one that says how many.
public final class JournalSocket: Sendable {
    /// Where journald listens, as systemd-journald.service(8) says.
    public static let path: String = "/run/systemd/journal/socket"

    private let descriptor: OwnedDescriptor
    private let address: SocketAddress
    private let dropped: Mutex<Int> = Mutex(0)

    /// A way to who listens at `path`, now or later: journald may be started again.
    public init(path: String = JournalSocket.path) throws(SocketError) {
        address = try SocketAddress(path: path, for: .write)
        let number: Int32 = Glibc.socket(AF_UNIX, SocketFlags.datagram, 0)
        guard number >= 0 else { throw SocketError(operation: .create, path: path) }
        descriptor = OwnedDescriptor(adopting: number)
    }

    /// Sends one entry, or drops it.
    public func send(_ entry: JournalEntry) {
        let lost: Int = dropped.withLock { count in
            defer { count = 0 }
            return count
        }
        if lost > 0 {
            var notice: JournalEntry = JournalEntry(message: "\(lost) log lines were dropped: the journal took none", priority: .warning)
            notice.add("COLONNADE_DROPPED", "\(lost)")
            guard isTaken(notice) else { return drop(lost + 1) }
        }
        if !isTaken(entry) { drop(1) }
    }

    private func isTaken(_ entry: JournalEntry) -> Bool {
        address.send(entry.bytes, on: descriptor.number) == entry.bytes.count
    }

    private func drop(_ count: Int) {
        dropped.withLock { $0 += count }
    }

    /// Whether a standard stream goes to the journal: `stream` is what JOURNAL_STREAM says of it, device and inode
    /// (systemd.exec(5)). Who was given another stream since does not write to the journal.
    public static func isJournal(_ stream: String?, descriptor: Int32 = STDERR_FILENO) -> Bool {
        let parts: [UInt?] = (stream ?? "").split(separator: ":", omittingEmptySubsequences: false).map { UInt($0) }
        guard parts.count == 2, let device: UInt = parts[0], let inode: UInt = parts[1] else { return false }
        return FileIdentity(descriptor: descriptor) == FileIdentity(device: device, inode: inode)
    }
}
