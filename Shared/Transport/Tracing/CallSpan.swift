public import ColonnadeContract

/// One side of one call of a sampled trace, or a piece of a vertical's own work in it: when it was, and how it ended. No payload.
public struct CallSpan: Hashable, Sendable {
    /// Whose side it is.
    public enum Side: Hashable, Sendable {
        /// The provider's.
        case served
        /// The consumer's: with the way there and back, and with all tries.
        case made
        /// Nobody's: work within a vertical, as its code or a library has named it.
        case inner
    }

    /// How a call ended.
    public enum End: Hashable, Sendable {
        /// With its output, or with the end of its outputs.
        case answered
        /// By the vertical's own refusal: the case's number, without what it holds; 0 where it has none.
        case refused(UInt32)
        case failed(FailureCode, DeliveryOutcome)
    }

    /// The trace, and the span's own id.
    public let context: TraceContext
    /// The span that it is part of; nil for the root of a trace.
    public let parent: UInt64?
    public let side: Side
    /// The board's, such as `Maps` and `searchPlaces`. Of inner work, nothing and its name.
    public let interface: String
    public let board: String
    /// Who called, of a served call: nil where anybody may connect. Who was called, of a made one. Nil for inner work.
    public let peer: String?
    /// When it began, by CLOCK_MONOTONIC in nanoseconds.
    public let start: UInt64
    /// How long it took, in nanoseconds.
    public let nanoseconds: UInt64
    public let end: End
    /// Bytes of the Input with its metadata, and of what was answered, without headers of frames. Commands do not count.
    public let inputBytes: Int
    public let outputBytes: Int
}

/// A call that has ended, for whoever watches: what kind of call it was, and nothing that it carried.
public struct SeenCall: Hashable, Sendable {
    public let interface: String
    public let board: String
    /// Nil where anybody may connect.
    public let consumer: String?
    /// The sampled trace that it belongs to; nil where it belongs to none.
    public let trace: TraceID?
    /// When it began, by CLOCK_MONOTONIC in nanoseconds.
    public let start: UInt64
    /// How long it took, in nanoseconds.
    public let nanoseconds: UInt64
    public let end: CallSpan.End
    /// As in ``CallSpan``; nil where the call was older than the watch.
    public let inputBytes: Int?
    public let outputBytes: Int?
}

extension CallSpan.End {
    init(_ reply: Reply) {
        switch reply {
        case .output, .sent, .complete: self = .answered
        case .refuse(let bytes): self = .refused(Self.number(ofRefusal: bytes))
        case .fail(let fault): self = .failed(fault.code, fault.outcome)
        }
    }

    init(_ end: borrowing CallEnd) {
        switch end {
        case .output, .completed: self = .answered
        case .refused(let bytes): self = .refused(Self.number(ofRefusal: bytes))
        case .failed(let fault): self = .failed(fault.code, fault.outcome)
        }
    }

    /// The field of the case that is set: an enum travels as a message with one.
    private static func number(ofRefusal bytes: [UInt8]) -> UInt32 {
        var reader: WireReader = WireReader(bytes.span)
        guard let tag: UInt64 = try? reader.varint() else { return 0 }
        return UInt32(truncatingIfNeeded: tag >> 3)
    }
}
