import Glibc

/// A shortage of shared resources: descriptors, memory, processes.
public enum Shortage {
    private static let reasons: [Int32] = [EMFILE, ENFILE, ENOMEM, EAGAIN]

    /// Whether a shortage is why a process, a pipe or a socket could not be created, so that a later attempt may succeed.
    public static func isReason(of error: any Error) -> Bool {
        switch error {
        case let error as SpawnError: reasons.contains(error.code)
        case let error as SocketError: reasons.contains(error.code)
        default: false
        }
    }
}
