import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// The proof that this process is the only supervisor of a home. The kernel takes it back when the process ends,
/// however it ends.
public final class HomeLock: Sendable {
    /// Whoever looks whether the lock is taken has it for a moment; a supervisor has it for good.
    private static let tries: Int = 10
    private static let pauseMicroseconds: UInt32 = 20_000

    let descriptor: OwnedDescriptor

    /// - Parameter descriptor: of the lock's file, with the lock that it was given: it stays through execve(2).
    init(_ descriptor: OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes the lock.
    /// - Throws: a ``SupervisorError`` where another supervisor has it.
    public static func take(_ home: SuiteHome) throws(SupervisorError) -> HomeLock {
        do {
            try home.make(home.path)
        } catch {
            throw SupervisorError("The folder \(home.path) can not be made: \(error)")
        }
        let descriptor: OwnedDescriptor = try open(home)
        var isTaken: Bool = false
        for attempt: Int in 0..<tries where !isTaken {
            if attempt > 0 { usleep(pauseMicroseconds) }
            isTaken = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
        }
        guard isTaken else {
            let pid: String = Self.pid(home).map { " (process \($0))" } ?? ""
            throw SupervisorError(
                "A supervisor\(pid) runs this suite already, in \(home.path). Stop it by `svc-supervisor down`, or give this one another --home."
            )
        }
        return HomeLock(descriptor)
    }

    /// Whether a supervisor holds the lock now.
    public static func isTaken(_ home: SuiteHome) -> Bool {
        guard let descriptor: OwnedDescriptor = try? OwnedDescriptor.open(path: home.lock, flags: O_RDONLY) else { return false }
        return flock(descriptor.number, LOCK_SH | LOCK_NB) != 0
    }

    /// Whose the suite's folder is, where this user may not look into it; nil where it may.
    public static func stranger(_ home: SuiteHome) -> HomeOwner? {
        do throws(SocketError) {
            _ = try OwnedDescriptor.open(path: home.lock, flags: O_RDONLY)
            return nil
        } catch {
            guard error.code == EACCES else { return nil }
            return HomeOwner(of: home.path)
        }
    }

    /// Waits until no supervisor holds the lock. Blocks its thread.
    public static func waitUntilFree(_ home: SuiteHome) {
        guard let descriptor: OwnedDescriptor = try? OwnedDescriptor.open(path: home.lock, flags: O_RDONLY) else { return }
        while flock(descriptor.number, LOCK_SH) != 0, errno == EINTR {}
    }

    /// The process id of the supervisor, as it wrote it down.
    public static func pid(_ home: SuiteHome) -> Int32? {
        guard let data: Data = FileManager.default.contents(atPath: home.pidFile) else { return nil }
        return Int32(String(decoding: data, as: UTF8.self).filter(\.isNumber))
    }

    private static func open(_ home: SuiteHome) throws(SupervisorError) -> OwnedDescriptor {
        do throws(SocketError) {
            return try OwnedDescriptor.open(path: home.lock, flags: O_RDWR | O_CREAT, mode: 0o600)
        } catch {
            throw SupervisorError("The lock of the suite can not be opened: \(error)")
        }
    }
}
