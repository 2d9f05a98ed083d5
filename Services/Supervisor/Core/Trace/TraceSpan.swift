import ColonnadeContract
public import ColonnadeSystemIO
public import FoundationEssentials

/// A span as a daemon told it, checked: what a daemon says may be anything.
public struct TraceSpan: Hashable, Sendable {
    /// Whose it is: the vertical that was asked for it, whatever the span says.
    public let vertical: String
    public let trace: TraceID
    public let span: String
    /// Nil for the root of a trace.
    public let parent: String?
    public let isServed: Bool
    /// Whether it is a piece of the vertical's own work, and no side of a call.
    public let isInner: Bool
    /// The interface's name, a dot, and the board's, or what inner work is called: of letters that no terminal obeys.
    public let board: String
    /// Who called, or who was called; nil where anybody may connect.
    public let peer: String?
    public let start: Date
    /// Not below zero.
    public let duration: Duration
    public let end: CallEnding
    public let inputBytes: Int
    public let outputBytes: Int

    /// Nil where its ids are none.
    public init?(_ record: SpanRecord, of vertical: String) {
        guard let trace: TraceID = TraceID(record.trace), Self.isSpan(record.span), record.parent.map(Self.isSpan) ?? true else {
            return nil
        }
        self.vertical = vertical
        self.trace = trace
        span = record.span
        parent = record.parent
        isInner = record.side == .inner
        isServed = record.side != .made && !isInner
        board = TraceWord.clean(record.board)
        peer = record.peer.map(TraceWord.clean)
        start = record.start
        duration = max(record.duration, .zero)
        end = record.end
        inputBytes = max(record.inputBytes, 0)
        outputBytes = max(record.outputBytes, 0)
    }

    private static func isSpan(_ text: String) -> Bool {
        // With a first part that is no zero, it is a trace's id exactly where it is a span's.
        text.utf8.count == 16 && text.utf8.contains { $0 != UInt8(ascii: "0") } && TraceID("0000000000000001" + text) != nil
    }

    public var stop: Date { start.addingTimeInterval(duration / .seconds(1)) }
}

/// Words of others on one line of a terminal.
public enum TraceWord {
    /// Names of the platform are shorter.
    private static let longest: Int = 96

    /// The text with everything but visible ASCII as `\u{1b}`, and cut.
    public static func clean(_ text: String) -> String {
        var cleaned: String = ""
        for scalar: Unicode.Scalar in text.unicodeScalars {
            guard cleaned.utf8.count < longest else { return cleaned + "..." }
            if (0x20...0x7E).contains(scalar.value) {
                cleaned.unicodeScalars.append(scalar)
            } else {
                cleaned += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return cleaned
    }
}
