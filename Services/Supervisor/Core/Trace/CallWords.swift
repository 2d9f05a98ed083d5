public import ColonnadeContract
public import ColonnadeSystemIO

/// How a call ended, in few words. A refusal is named by its contract; nothing of what it holds is known.
public enum CallWords {
    public static func text(_ end: CallEnding, in contract: ContractDescriptor?) -> String {
        switch end {
        case .answered: "answered"
        case .refused(let number): "refused \(refusal(number, in: contract))"
        case .failed(let code, let outcome): failure(code) + (outcome == Int(DeliveryOutcome.notDispatched.rawValue) ? ", not started" : "")
        case .unknown: "ended in an unknown way"
        }
    }

    /// For scripts: `answered`, `refused` or `failed`, with the refusal's or the failure's name, and whether a handler saw the call.
    public static func json(_ end: CallEnding, in contract: ContractDescriptor?) -> [String: JSONValue] {
        switch end {
        case .answered: return ["end": .string("answered")]
        case .refused(let number): return ["end": .string("refused"), "refusal": .string(refusal(number, in: contract))]
        case .failed(let code, let outcome):
            let words: [DeliveryOutcome: String] = [.notDispatched: "notDispatched", .unknown: "unknown", .done: "done"]
            let word: String? = UInt32(exactly: outcome).flatMap(DeliveryOutcome.init(rawValue:)).flatMap { words[$0] }
            return ["end": .string("failed"), "code": .string(failure(code)), "outcome": .string(word ?? "unknown")]
        case .unknown: return ["end": .string("unknown")]
        }
    }

    public static func isAnswered(_ end: CallEnding) -> Bool {
        if case .answered = end { true } else { false }
    }

    private static func failure(_ code: Int) -> String {
        FailureCode(rawValue: UInt32(clamping: code)).name
    }

    private static func refusal(_ number: Int, in contract: ContractDescriptor?) -> String {
        let type: TypeDescriptor? = contract?.refusal.flatMap { name in contract?.types.first { $0.name == name } }
        return type?.cases?.first { Int($0.number) == number }?.name ?? "case \(number)"
    }
}

extension CallEnding {
    /// The case of a refusal as it came, and nothing of what it holds.
    public init(refusal bytes: [UInt8]) {
        var reader: WireReader = WireReader(bytes.span)
        let tag: UInt64? = try? reader.varint()
        self = .refused(number: Int(truncatingIfNeeded: (tag ?? 0) >> 3))
    }
}
