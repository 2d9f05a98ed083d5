import ColonnadeContract
import ColonnadeSystemIO

/// What a reload has done, or would do, for people and for scripts.
struct ReloadText {
    let report: ReloadReport
    /// Whether it was done; a plan otherwise.
    let isDone: Bool

    func show(json: Bool) throws(CommandFailure) {
        if json {
            _ = Terminal.line(try value.text)
            return
        }
        for note: String in report.notes { Terminal.error(note.printable) }
        guard !report.changes.isEmpty else {
            _ = Terminal.line("Nothing has changed: \(report.launcher.printable)")
            return
        }
        let rows: [[String]] = report.changes.map { change in
            [Self.word(change.kind), change.name.printable, change.reasons.joined(separator: "; ").printable]
        }
        for line: String in Terminal.table(rows) { Terminal.line(line) }
        Terminal.line(isDone ? "Done: \(report.launcher.printable)" : "Nothing was done (--dry-run).")
    }

    /// As the contract says.
    private var value: JSONValue {
        get throws(CommandFailure) {
            do throws(JSONMappingError) {
                return try ContractJSON.decode(report.encoded(), type: "ReloadReport", in: SupervisorContract.descriptor)
            } catch {
                throw CommandFailure(.failed, "The supervisor's answer is not understood: \(error)")
            }
        }
    }

    private static func word(_ kind: VerticalChangeKind) -> String {
        switch kind {
        case .start: "start"
        case .stop: "stop"
        case .replace: "replace"
        case .restart: "restart"
        case .adjust: "adjust"
        case .unknown: "unknown"
        }
    }
}
