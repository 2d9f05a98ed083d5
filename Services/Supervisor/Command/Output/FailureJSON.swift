import ColonnadeContract
import ColonnadeSystemIO

/// How a call failed, as JSON for standard error, and as an exit status.
enum FailureJSON {
    /// `{"failure": {"code": …, "message": …, "outcome": …}}`.
    static func text(_ fault: Fault) -> String {
        var members: [String: JSONValue] = [
            "code": .string(fault.code.name), "message": .string(fault.message), "outcome": .string(word(fault.outcome)),
        ]
        if let retryAfter: Duration = fault.retryAfter { members["retryAfter"] = .string(DurationText.format(retryAfter)) }
        if let report: CrashReport = fault.report {
            members["report"] = .object([
                "id": .string(report.id), "generation": .integer(Int64(clamping: report.generation)),
                "signal": report.signal.map { .integer(Int64($0)) } ?? .null,
                "status": report.status.map { .integer(Int64($0)) } ?? .null,
            ])
        }
        return JSONValue.object(["failure": .object(members)]).text
    }

    /// `{"refusal": …}`, by the contract of who refused.
    static func text(refusal bytes: [UInt8], of contract: ContractDescriptor) -> String {
        do throws(JSONMappingError) {
            return JSONValue.object(["refusal": try ContractJSON.decodeRefusal(bytes, in: contract)]).text
        } catch {
            return JSONValue.object(["refusal": .string("the refusal does not fit the contract: \(error)")]).text
        }
    }

    static func status(of fault: Fault) -> ExitStatus {
        let isUnreached: Bool = fault.code == .unavailable && fault.outcome == .notDispatched
        return isUnreached || fault.code == .undeclared ? .notReachable : .failed
    }

    private static func word(_ outcome: DeliveryOutcome) -> String {
        switch outcome {
        case .notDispatched: "notDispatched"
        case .unknown: "unknown"
        case .done: "done"
        }
    }
}
