import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Crash reports for people, and for scripts.
enum CrashText {
    /// A table, or in a terminal without the room for it the cells of each report below its name, which stays whole.
    static func list(_ records: [CrashRecord]) {
        guard !records.isEmpty else {
            Terminal.line("No process has crashed.")
            return
        }
        let header: [String] = ["REPORT", "ENDED", "AFTER", "HOW"]
        let rows: [[String]] = records.map { record in
            [record.id, record.date.formatted(.iso8601), uptime(record.uptime), how(record).printable]
        }
        let lines: [String] = Terminal.table([header] + rows)
        if let width: Int = StandardOutput.width, lines.contains(where: { $0.count > width }) {
            for row: [String] in rows { for line: String in [row[0]] + row.dropFirst().map({ "  \($0)" }) { Terminal.line(line) } }
            return
        }
        Terminal.line(Terminal.coloured(lines[0], .dim))
        for line: String in lines.dropFirst() { Terminal.line(line) }
    }

    /// One report in full.
    static func lines(_ record: CrashRecord) -> [String] {
        var lines: [String] = [
            "\(record.id): \(how(record))",
            "  vertical    \(record.vertical), generation \(record.generation)\(record.pid.map { ", process \($0)" } ?? "")",
            "  ended       \(record.date.formatted(.iso8601)), \(uptime(record.uptime)) after its start",
            "  memory      \(record.peakMemory.map { "\($0 / 1024) KiB at most" } ?? "not known")",
        ]
        for calls: LostCalls in record.lost {
            let counts: [String] = [
                calls.unknown > 0 ? "\(calls.unknown) may have been dispatched" : nil,
                calls.notDispatched > 0 ? "\(calls.notDispatched) were not dispatched" : nil,
            ].compactMap(\.self)
            lines.append("  in flight   \(calls.board) of \(calls.consumer ?? "a caller"): \(counts.joined(separator: ", "))")
        }
        if record.lost.isEmpty { lines.append("  in flight   nothing that a caller has asked about") }
        lines.append("  backtrace   \(record.backtrace.isEmpty ? "none was written" : "")")
        lines += record.backtrace.map { "    \($0)" }
        lines.append(
            "  log         \(record.log.isEmpty ? "nothing was written" : record.log.count == 1 ? "one line" : "the last \(record.log.count) lines")"
        )
        return lines + record.log.map { "    \($0)" }
    }

    /// As the contract says: one report, or `{"crashes": […]}`.
    static func json(_ records: [CrashRecord], isOne: Bool) throws(CommandFailure) {
        do throws(JSONMappingError) {
            let values: [JSONValue] = try records.map { record throws(JSONMappingError) in
                try ContractJSON.decode(record.encoded(), type: "CrashRecord", in: SupervisorContract.descriptor)
            }
            Terminal.line(isOne ? values[0].text : JSONValue.object(["crashes": .array(values)]).text)
        } catch {
            throw CommandFailure(.failed, "The report is not understood: \(error)")
        }
    }

    private static func how(_ record: CrashRecord) -> String {
        let exit: ChildExit =
            record.signal.map { .signalled(Int32(clamping: $0)) } ?? .exited(Int32(clamping: record.status ?? 0))
        return record.reason.map { "\($0); \(exit)" } ?? "\(exit)"
    }

    private static func uptime(_ duration: Duration) -> String {
        duration < .seconds(1)
            ? "\(Int(duration / .milliseconds(1))) ms"
            : DurationText.format(.seconds(duration.components.seconds))
    }
}
