/// What a deep link means to a suite, from what its verticals say.
public struct LinkResolution: Hashable, Sendable {
    /// What comes of the link.
    public enum Outcome: Hashable, Sendable {
        /// A vertical's pattern leads on.
        case leads(LinkHandler, Route)
        /// A vertical's validator says no.
        case refused(LinkHandler, reason: String)
        /// No pattern matches; the nearest one, where there is one.
        case unmatched(nearest: String?)
    }

    /// What comes of the link.
    public let outcome: Outcome
    /// Verticals that could not be asked: a link of theirs is not found.
    public let unreachable: [String]

    /// Decides among the verticals' answers: the pattern that says most wins.
    /// - Parameter answers: in the launcher's order; nil where a vertical could not be asked.
    public init(of url: String, answers: [(vertical: String, answer: LinkAnswer?)]) {
        unreachable = answers.filter { $0.answer == nil }.map(\.vertical)
        var claims: [LinkClaim] = answers.compactMap { vertical, answer in answer.flatMap { LinkClaim(vertical, $0) } }
        guard let winner: Int = claims.indices.first(where: { index in claims.allSatisfy { !$0.wins(over: claims[index]) } }) else {
            let patterns: [String] = answers.flatMap { _, answer -> [String] in
                if case .unmatched(let patterns)? = answer { return patterns } else { return [] }
            }
            outcome = .unmatched(nearest: Link(url).flatMap { LinkTable.nearest(to: $0.path, among: patterns) })
            return
        }
        let claim: LinkClaim = claims.remove(at: winner)
        let others: [String] = claim.others.map { "\($0) of \(claim.vertical)" } + claims.map { "\($0.pattern) of \($0.vertical)" }
        let handler: LinkHandler = LinkHandler(vertical: claim.vertical, pattern: claim.pattern.description, others: others)
        outcome =
            switch claim.answer {
            case .leads(let match): .leads(handler, match.route)
            case .refused(_, let reason): .refused(handler, reason: reason)
            case .unmatched, .unknown: preconditionFailure("only what matches is a claim")
            }
    }
}

/// A vertical that says that a link is its.
private struct LinkClaim {
    let vertical: String
    let pattern: LinkPattern
    let others: [String]
    let answer: LinkAnswer

    /// Nil where the vertical has no pattern for the link, or says what is not understood.
    init?(_ vertical: String, _ answer: LinkAnswer) {
        let text: String
        switch answer {
        case .leads(let match): (text, others) = (match.pattern, match.others)
        case .refused(let pattern, _): (text, others) = (pattern, [])
        case .unmatched, .unknown: return nil
        }
        guard let pattern: LinkPattern = try? LinkPattern(text) else { return nil }
        self.vertical = vertical
        self.pattern = pattern
        self.answer = answer
    }

    func wins(over other: LinkClaim) -> Bool { pattern.isMoreSpecific(than: other.pattern) }
}
