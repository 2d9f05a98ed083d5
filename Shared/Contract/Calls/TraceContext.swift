/// Which trace a call belongs to, and which span it was made from: W3C Trace Context, as ``CallMetadata/traceparent`` has it.
public struct TraceContext: Hashable, Sendable {
    /// The two hexadecimal digits, the separators and the ids of version 00.
    private static let length: Int = 55
    /// The flag of a trace whose spans are kept.
    private static let sampled: UInt64 = 1
    private static let dash: UInt8 = UInt8(ascii: "-")

    /// The trace, the same in all of its spans.
    public let trace: TraceID
    /// The span that the call was made from, or, on the provider's side, that serves it; never 0.
    public let span: UInt64
    /// Whether spans are kept of the trace's calls: decided once, at its root.
    public let isSampled: Bool

    /// A place in a trace.
    public init(trace: TraceID, span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// The root of a new trace, with random ids.
    /// - Parameter rate: which share of traces is sampled, from 0 to 1.
    public static func root(sampling rate: Double) -> TraceContext {
        let trace: TraceID = .random()
        return TraceContext(trace: trace, span: randomSpan(), isSampled: trace.isChosen(by: rate))
    }

    /// Reads a `traceparent`.
    ///
    /// - Returns: nil for what the recommendation (https://www.w3.org/TR/trace-context/) calls invalid: a wrong length, capital letters,
    ///   ids of zeros, version `ff`. A later version may have more behind its flags.
    public init?(parsing traceparent: String) {
        // Nobody makes it long, and it is read for each call.
        guard traceparent.utf8.count <= 4 * Self.length else { return nil }
        let bytes: [UInt8] = Array(traceparent.utf8)
        guard bytes.count >= Self.length, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            let version: UInt64 = Hexadecimal.number(bytes[0..<2]), version != 0xFF,
            let high: UInt64 = Hexadecimal.number(bytes[3..<19]), let low: UInt64 = Hexadecimal.number(bytes[19..<35]),
            let span: UInt64 = Hexadecimal.number(bytes[36..<52]), let flags: UInt64 = Hexadecimal.number(bytes[53..<55]),
            span != 0, let trace: TraceID = TraceID(high: high, low: low)
        else { return nil }
        guard bytes.count == Self.length || (version > 0 && bytes[Self.length] == Self.dash) else { return nil }
        self.init(trace: trace, span: span, isSampled: flags & Self.sampled != 0)
    }

    /// What is sent with a call: `00-`, the trace, the span, and `01` or `00`.
    public var traceparent: String {
        "00-\(trace)-\(Hexadecimal.text(span))-\(isSampled ? "01" : "00")"
    }

    /// The same trace, one span further.
    public func next() -> TraceContext {
        TraceContext(trace: trace, span: Self.randomSpan(), isSampled: isSampled)
    }

    /// A span's id as 16 small hexadecimal digits.
    public static func text(span: UInt64) -> String { Hexadecimal.text(span) }

    private static func randomSpan() -> UInt64 { .random(in: 1...UInt64.max) }
}

/// The 16 bytes that name a trace; not all of them are 0.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    private static let digits: Int = 32
    private static let randomBits: UInt64 = 56

    let high: UInt64
    let low: UInt64

    init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Reads 32 small hexadecimal digits; nil for anything else, and for zeros.
    public init?(_ text: String) {
        let bytes: [UInt8] = Array(text.utf8.prefix(Self.digits + 1))
        guard bytes.count == Self.digits, let high: UInt64 = Hexadecimal.number(bytes[..<16]),
            let low: UInt64 = Hexadecimal.number(bytes[16...])
        else { return nil }
        self.init(high: high, low: low)
    }

    static func random() -> TraceID {
        while true { if let trace: TraceID = TraceID(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max)) { return trace } }
    }

    /// Whether a trace is among the share that is sampled: by its own random bits, so that whoever decides decides alike.
    func isChosen(by rate: Double) -> Bool {
        let range: Double = Double(UInt64(1) << Self.randomBits)
        return Double(low & (UInt64(1) << Self.randomBits - 1)) < rate * range
    }

    public var description: String { Hexadecimal.text(high) + Hexadecimal.text(low) }
}

/// Numbers of 64 bits as small hexadecimal digits.
enum Hexadecimal {
    private static let digits: [UInt8] = Array("0123456789abcdef".utf8)

    static func text(_ number: UInt64) -> String {
        String(decoding: (0..<16).map { digits[Int(truncatingIfNeeded: (number >> UInt64(60 - 4 * $0)) & 15)] }, as: UTF8.self)
    }

    /// - Parameter bytes: at most 16.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte: UInt8 in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
