internal import ColonnadeContract

/// Decides which consumers may connect, and with which contract.
struct HandshakeJudge: Sendable {
    enum Verdict: Sendable {
        case welcome(BoardRoutes)
        /// The contracts differ: ask for the consumer's.
        case describe
        case reject(Reject)
    }

    /// The version of the wire that this side speaks.
    static let version: UInt32 = 1
    /// The smallest frame limit that every peer must accept: a FAIL must fit.
    static let smallestFrame: UInt32 = 1024
    /// The most incompatibilities that one REJECT lists.
    private static let mostIncompatibilities: Int = 50
    /// The most bytes of one of them: a peer may have chosen the names in it.
    private static let longestSentence: Int = 400
    /// The most characters repeated from a name that a peer has chosen.
    private static let longestName: Int = 100
    /// Bytes of a REJECT besides its sentences and its message: the frame's header, its code, and the count of omitted ones.
    private static let otherBytes: Int = 96
    /// Bytes of a sentence besides its text.
    private static let sentenceOverhead: Int = 4

    let provider: String
    let aliases: Set<String>
    let contracts: [ContractDescriptor]
    let table: BoardTable

    /// - Parameter consumer: the edge's only consumer; nil for any.
    /// - Parameter declared: the boards that the edge gives; nil for all.
    func judge(_ hello: Hello, consumer: String?, declared: Set<BoardID>? = nil) -> Verdict {
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
        return .welcome(table.routes(of: own.name, declared: declared))
    }

    /// Compares the consumer's contract, after the fingerprints differed.
    /// - Parameters:
    ///   - frameLimit: the longest frame that the consumer accepts.
    ///   - declared: the boards that the edge gives; nil for all.
    func judge(_ contract: ContractDescriptor, of consumer: String, frameLimit: Int, declared: Set<BoardID>? = nil) -> Verdict {
        guard let own: ContractDescriptor = contracts.first(where: { $0.name == contract.name }) else {
            return reject(
                .incompatible,
                "\(provider) does not serve \(contract.name.prefix(Self.longestName)), but \(contracts.map(\.name).joined(separator: " and "))."
            )
        }
        let comparison: ContractComparison = ContractComparison(consumer: contract, provider: own)
        if comparison.isCutShort {
            return reject(.incompatible, "The \(own.name) that \(consumer) says it was built with has too many parts to be compared.")
        }
        if comparison.incompatibilities.isEmpty {
            return .welcome(table.routes(of: own.name, numbers: comparison.boards, declared: declared))
        }
        let message: String = EdgeWords.misfit(contract.name, consumer, provider, comparison)
        return .reject(
            Reject(
                code: FailureCode.incompatible.rawValue, message: message,
                incompatibilities: sentences(comparison.incompatibilities, consumer: consumer, bytes: frameLimit - message.utf8.count)))
    }

    /// As many sentences as a person reads and as fit into `bytes`.
    private func sentences(_ found: [Incompatibility], consumer: String, bytes: Int) -> [String] {
        var left: Int = bytes - Self.otherBytes
        var told: [String] = []
        for reason: Incompatibility in found.prefix(Self.mostIncompatibilities) {
            var text: String = reason.sentence(consumer: consumer, provider: provider)
            if text.utf8.count > Self.longestSentence {
                text = "\(String(decoding: text.utf8.prefix(Self.longestSentence), as: UTF8.self))… [\(reason.rule.rawValue)]"
            }
            left -= text.utf8.count + Self.sentenceOverhead
            if left < 0 { break }
            told.append(text)
        }
        return found.count == told.count ? told : told + ["… and \(found.count - told.count) more."]
    }

    private func reject(_ code: FailureCode, _ message: String) -> Verdict {
        .reject(Reject(code: code.rawValue, message: message))
    }
}
