import ColonnadeSystemIO

/// How the verticals of a running suite are.
struct SuiteCheckup {
    let statuses: [VerticalStatus]
    let crashes: [CrashRecord]

    var findings: [Finding] {
        let troubled: [Finding] = statuses.compactMap(trouble)
        let ready: Int = statuses.count { $0.state == .ready }
        let rights: [Finding] = Set(statuses.flatMap(\.notEnforced)).sorted().map { sentence in
            let names: [String] = statuses.filter { $0.notEnforced.contains(sentence) }.map(\.name)
            return .warning(
                "Not enforced for \(names.joined(separator: ", ")): \(sentence).",
                "run the supervisor as root, where each vertical has a user of its own, or let systemd do it: svc-supervisor units")
        }
        return [.fine("The suite runs; \(ready) of \(statuses.count) verticals are ready.")] + troubled + rights + ended
    }

    private func trouble(_ status: VerticalStatus) -> Finding? {
        let reason: String = status.reason.map { ": it \($0)" } ?? ""
        switch status.state {
        case .failed:
            return .error(
                "\(status.name) has failed\(reason).", "svc-supervisor logs \(status.name) -n 20, then svc-supervisor start \(status.name)")
        case .backingOff:
            return .warning("\(status.name) waits before its next start\(reason).", "svc-supervisor logs \(status.name) -n 20")
        case .stopped where status.reason != VerticalStatus.dormantReason:
            return .warning("\(status.name) is stopped\(reason).", "svc-supervisor start \(status.name)")
        default: return nil
        }
    }

    private var ended: [Finding] {
        guard let last: CrashRecord = crashes.max(by: { $0.date < $1.date }) else { return [] }
        return [
            .warning(
                "Processes have ended that nobody had asked to; \(crashes.count == 1 ? "one report is" : "\(crashes.count) reports are") on record, the last one \(last.id).",
                "svc-supervisor crashes \(last.id)")
        ]
    }
}
