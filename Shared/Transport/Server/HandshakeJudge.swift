internal import ColonnadeContract

/// Decides who may talk to this provider, and with which contract.
struct HandshakeJudge: Sendable {
    enum Verdict: Sendable {
        case welcome(BoardRoutes)
        /// The contracts are not the same: ask for the consumer's.
        case describe
        case reject(Reject)
    }

    /// The wire's version that this side speaks.
    static let version: UInt32 = 1
    /// Frames of this many bytes everybody takes: a FAIL must fit.
    static let smallestFrame: UInt32 = 1024

    let provider: String
    let aliases: Set<String>
    let contracts: [ContractDescriptor]
    let table: BoardTable

    /// - Parameter consumer: the only consumer that this edge belongs to; nil for any.
    func judge(_ hello: Hello, consumer: String?) -> Verdict {
        if hello.version != Self.version {
            return reject(.incompatible, "\(provider) speaks version \(Self.version) of the wire, not \(hello.version).")
        }
        if hello.provider != provider, !aliases.contains(hello.provider) {
            return reject(.undeclared, "This is \(provider), not \(hello.provider): look at the socket's path.")
        }
        if let consumer, hello.consumer != consumer {
            return reject(
                .undeclared,
                "This socket is \(consumer)'s way to \(provider). "
                    + "\(hello.consumer) does not declare \(provider): add it to what \(hello.consumer) uses."
            )
        }
        if hello.limits.frameBytes < Self.smallestFrame {
            return reject(.violation, "A consumer must take frames of \(Self.smallestFrame) bytes.")
        }
        guard let own: ContractDescriptor = contracts.first(where: { $0.fingerprint == hello.fingerprint }) else { return .describe }
        return .welcome(table.routes(of: own.name))
    }

    /// Judges by the consumer's contract, after the fingerprints differed.
    func judge(_ contract: ContractDescriptor) -> Verdict {
        guard let own: ContractDescriptor = contracts.first(where: { $0.name == contract.name }) else {
            return reject(
                .incompatible, "\(provider) does not serve \(contract.name), but \(contracts.map(\.name).joined(separator: " and ")).")
        }
        let comparison: ContractComparison = ContractComparison(consumer: contract, provider: own)
        if comparison.problems.isEmpty { return .welcome(table.routes(of: own.name, numbers: comparison.boards)) }
        return .reject(
            Reject(
                code: FailureCode.incompatible.rawValue,
                message: "The consumer's contract of \(contract.name) does not fit \(provider)'s: build both from the same interface.",
                incompatibilities: comparison.problems))
    }

    private func reject(_ code: FailureCode, _ message: String) -> Verdict {
        .reject(Reject(code: code.rawValue, message: message))
    }
}
