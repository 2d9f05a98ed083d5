internal import ColonnadeContract

extension Fault {
    /// Reads the fault from a FAIL. An unknown code from a newer peer is kept, an unknown outcome becomes `unknown`.
    init(_ fail: Fail) {
        self.init(
            FailureCode(rawValue: fail.code), fail.message, outcome: DeliveryOutcome(rawValue: fail.outcome) ?? .unknown,
            retryAfter: fail.retryAfter,
            report: fail.report.map { CrashReport(id: $0.id, signal: $0.signal, status: $0.status, generation: $0.generation) })
    }

    /// The fault in a REJECT, which dispatched nothing.
    init(_ reject: Reject) {
        let sentences: [String] = [reject.message] + reject.incompatibilities.map { "- \($0)" }
        self.init(
            FailureCode(rawValue: reject.code), sentences.joined(separator: "\n"), outcome: .notDispatched,
            retryAfter: reject.retryAfter)
    }
}

extension Fail {
    /// The body of a FAIL that tells of `fault`.
    init(_ fault: Fault) {
        self.init(
            code: fault.code.rawValue, message: fault.message, outcome: fault.outcome.rawValue, retryAfter: fault.retryAfter,
            report: fault.report.map { FailReport(id: $0.id, signal: $0.signal, status: $0.status, generation: $0.generation) })
    }
}
