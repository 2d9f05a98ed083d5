import SupervisorCore

/// What a daemon says by NOTIFY_SOCKET; sd_notify(3) has the words.
struct NotifyMessage {
    private(set) var events: [ChildEvent] = []
    private(set) var status: String? = nil

    /// Lines of `NAME=value`; names that are not known are skipped.
    init(_ bytes: [UInt8]) {
        for line: Substring in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            switch line {
            case "READY=1": events.append(.notifiedReady)
            case "STOPPING=1": events.append(.notifiedStopping)
            case "WATCHDOG=1": events.append(.notifiedAlive)
            default: if line.hasPrefix("STATUS=") { status = String(line.dropFirst("STATUS=".count).prefix(500)) }
            }
        }
    }
}
