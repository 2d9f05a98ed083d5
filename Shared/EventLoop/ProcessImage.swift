import CLibuv
import CSpawn
import Glibc

/// The program that this process runs, and another in its place: execve(2).
///
/// All of it on the thread that starts the children, which must be the process's first one: a child gets its death signal when the
/// *thread* that started it ends, and execve ends every thread but the one that calls it.
public enum ProcessImage {
    /// Keeps SIGHUP, SIGINT and SIGTERM back until ``releaseSignals()``, so that none is lost between two programs.
    public static func holdSignals() {
        cspawn_hold_signals()
    }

    /// Takes the signals that were held back. A program that was put in another's place calls it once it listens for them.
    public static func releaseSignals() {
        cspawn_release_signals()
    }

    /// Runs another program in this process, with this process's environment. Children stay its children.
    /// - Parameters:
    ///   - arguments: without the program's name, which is added first.
    ///   - kept: the descriptors that the program finds open, by the same numbers, beside the standard streams.
    /// - Returns: why it could not be run; then everything is as before.
    public static func replace(by executable: String, _ arguments: [String], keeping kept: [OwnedDescriptor]) -> SocketError {
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { for position in unsafe words.indices { unsafe free(words[position]) } }
        let numbers: [Int32] = kept.map(\.number)
        let code: Int32 = withExtendedLifetime(kept) {
            unsafe cspawn_execute(executable, words, environ, numbers, numbers.count)
        }
        return SocketError(code: code, operation: .open, path: executable)
    }
}
