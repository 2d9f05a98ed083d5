import ColonnadeEventLoop
import FoundationEssentials

/// Whoever started the supervisor and wants to hear how it is, by the protocol of sd_notify(3).
public enum ReadinessNotice {
    /// Says something; nothing where nobody listens.
    public static func tell(_ text: String) {
        guard let path: String = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !path.isEmpty else { return }
        try? DatagramSocket.send(Array(text.utf8), to: path)
    }

    /// Says that the supervisor's program changes; READY=1 says that it has.
    static func tellReloading() {
        tell("RELOADING=1\nMONOTONIC_USEC=\(MonotonicTime.read().nanoseconds / 1_000)")
    }
}
