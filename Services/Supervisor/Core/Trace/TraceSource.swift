public import ColonnadeSystemIO
public import FoundationEssentials

/// What one vertical has told of its spans.
public struct TraceSource: Sendable {
    /// More spans than any daemon keeps: of one that says more, the newest are read.
    static let mostSpans: Int = 4096

    public let vertical: String
    /// Nil where nobody answered.
    public let spans: [TraceSpan]?
    /// How many spans of any trace the daemon has overwritten.
    public let overwritten: UInt64
    /// Since when its process serves; nil where none does.
    public let since: Date?
    /// How many spans had ids that are none, or were too many.
    public let unread: Int

    /// - Parameters:
    ///   - kept: what the daemon answered; nil where it did not.
    ///   - since: since when its process serves; nil where none does.
    public init(vertical: String, kept: KeptSpans?, since: Date?) {
        self.vertical = vertical
        self.since = since
        overwritten = kept?.overwritten ?? 0
        spans = kept?.spans.suffix(Self.mostSpans).compactMap { TraceSpan($0, of: vertical) }
        unread = (kept?.spans.count ?? 0) - (spans?.count ?? 0)
    }

    /// The operator's own, of a call that it has just made.
    public init(operatorsSpan span: TraceSpan) {
        vertical = span.vertical
        spans = [span]
        overwritten = 0
        since = nil
        unread = 0
    }
}
