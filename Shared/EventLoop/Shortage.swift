import Glibc

/// A lack of what all share and others give back: descriptors, memory, processes.
public enum Shortage {
    private static let reasons: [Int32] = [EMFILE, ENFILE, ENOMEM, EAGAIN]

    /// Whether that is why a process, a pipe or a socket could not be made: a little later the same may go well.
    public static func isReason(of error: any Error) -> Bool {
        switch error {
        case let error as SpawnError: reasons.contains(error.code)
        case let error as SocketError: reasons.contains(error.code)
        default: false
        }
    }
}
