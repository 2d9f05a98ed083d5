/// What a process wrote before it ended, parted into its log and the backtrace that the Swift runtime wrote for it.
public struct LastWords: Hashable, Sendable {
    /// How many lines to read for ``mostLog`` of them and a backtrace.
    public static let mostLines: Int = mostLog + mostBacktrace
    static let mostLog: Int = 100
    static let mostBacktrace: Int = 400
    /// A line is cut to this many bytes.
    static let longestLine: Int = 2_000

    /// The last lines beside the backtrace.
    public let log: [String]
    /// Empty where there is none.
    public let backtrace: [String]

    /// - Parameter lines: the process's last lines, oldest first.
    public init(_ lines: [String]) {
        let (start, end): (Int, Int) = Self.backtrace(in: lines)
        backtrace = lines[start..<end].prefix(Self.mostBacktrace).map(Self.cut)
        // The runtime leaves empty lines around what it writes.
        let rest: ArraySlice<String> = ArraySlice(lines[..<start] + lines[end...])
        log = rest[..<((rest.lastIndex { !$0.isEmpty } ?? -1) + 1)].suffix(Self.mostLog).map(Self.cut)
    }

    /// The last backtrace; empty at the end where there is none. It begins with the runtime's first line and ends with its last one:
    /// a process that was sent SIGABRT by somebody goes on, and may write more.
    private static func backtrace(in lines: [String]) -> (start: Int, end: Int) {
        guard var start: Int = lines.lastIndex(where: { $0.contains("Program crashed: ") }) else { return (lines.count, lines.count) }
        if let signal: Int = lines[..<start].suffix(3).lastIndex(where: { $0.contains(": Backtracing from ") }) { start = signal }
        let last: Int? = lines[start...].firstIndex { $0.hasPrefix("Backtrace took ") }
        return (start, last.map { $0 + 1 } ?? lines.count)
    }

    private static func cut(_ line: String) -> String {
        guard line.utf8.count > longestLine else { return line }
        return String(decoding: line.utf8.prefix(longestLine), as: UTF8.self) + "…"
    }
}
