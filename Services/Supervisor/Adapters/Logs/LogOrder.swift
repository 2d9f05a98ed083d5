/// Puts the lines of several logs in the order of time.
enum LogOrder {
    /// Lines that begin with an RFC 3339 time are ordered by it; others stay behind the line before them.
    static func merge(_ logs: [(name: String, lines: [String])]) -> [(name: String, text: String)] {
        guard logs.count > 1 else { return logs.flatMap { log in log.lines.map { (log.name, $0) } } }
        var keyed: [(time: String, name: String, text: String)] = []
        for log: (name: String, lines: [String]) in logs {
            var time: String = ""
            for line: String in log.lines {
                if let own: String = Self.time(of: line) { time = max(time, own) }
                keyed.append((time, log.name, line))
            }
        }
        let order: [Int] = keyed.indices.sorted { (keyed[$0].time, $0) < (keyed[$1].time, $1) }
        return order.map { (keyed[$0].name, keyed[$0].text) }
    }

    private static func time(of line: String) -> String? {
        let bytes: [UInt8] = Array(line.utf8.prefix(24))
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
}
