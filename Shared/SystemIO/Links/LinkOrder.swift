/// Which of two patterns a link belongs to where both match it.
public enum LinkOrder: Hashable, Sendable {
    /// No link matches both.
    case apart
    /// The first wins: each of its segments says at least as much as the other's, and one says more.
    case first
    /// The second wins.
    case second
    /// Some link matches both, and neither says more: a conflict.
    case conflict
}

extension LinkPattern {
    /// Which of the two a link belongs to that matches both. A literal says more than an integer or a day, and these say more than text.
    public func order(with other: LinkPattern) -> LinkOrder {
        guard segments.count == other.segments.count else { return .apart }
        let orders: [LinkOrder] = zip(segments, other.segments).map { $0.order(with: $1) }
        if orders.contains(.apart) { return .apart }
        switch (orders.contains(.first), orders.contains(.second)) {
        case (true, false): return .first
        case (false, true): return .second
        default: return .conflict
        }
    }

    /// Whether this says more than another that matches the same link.
    public func isMoreSpecific(than other: LinkPattern) -> Bool { order(with: other) == .first }
}

extension LinkPattern.Segment {
    /// `conflict` where both say the same.
    fileprivate func order(with other: LinkPattern.Segment) -> LinkOrder {
        switch (self, other) {
        case (.literal(let mine), .literal(let its)): mine == its ? .conflict : .apart
        case (.literal(let mine), .parameter(_, let type)): type.takes(mine) ? .first : .apart
        case (.parameter(_, let type), .literal(let its)): type.takes(its) ? .second : .apart
        case (.parameter(_, let mine), .parameter(_, let its)):
            if mine == its { .conflict } else if its == .text { .first } else if mine == .text { .second } else { .apart }
        }
    }
}
