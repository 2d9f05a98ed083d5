/// Which variables a launcher file may give a child.
enum EnvironmentNames {
    /// Those by which the supervisor tells a child what it is, as systemd does.
    private static let own: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID", "STATE_DIRECTORY",
        "RUNTIME_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY", "COLONNADE_SOCKETS", "COLONNADE_GENERATION",
        "COLONNADE_GRACE", "COLONNADE_IDLE_EXIT", "COLONNADE_TRACE_RATE",
    ]

    /// Why a name can not be given; nil where it can.
    static func obstacle(_ name: String) -> String? {
        if own.contains(name) { return "'\(name)' is set by the supervisor, and can not be another" }
        let isName: Bool =
            name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isDigit($0) || isLetter($0) } && !(name.utf8.first.map(isDigit) ?? true)
        return isName ? nil : "'\(name.prefix(40))' is no variable's name: letters, digits and _, not beginning with a digit"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
