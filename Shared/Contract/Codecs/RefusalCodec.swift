extension Refusal where Self: WireMessage {
    /// The failure that an encoded refusal stands for. A refusal that this contract does not know is kept as it came.
    public static func failure(_ bytes: [UInt8]) -> CallFailure<Self> {
        do {
            return .refused(try Self(decoding: bytes.span))
        } catch .unknownCase {
            if let refusal: Unrecognized = lastCase(bytes.span) {
                return .refusedUnknown(number: refusal.number, bytes: refusal.bytes)
            }
            return invalidRefusal("it holds an unknown case")
        } catch {
            return invalidRefusal("\(error)")
        }
    }

    private static func invalidRefusal(_ reason: String) -> CallFailure<Self> {
        .failed(Fault(.violation, "The provider's refusal does not fit the contract: \(reason).", outcome: .done))
    }

    /// The outermost case, whether it is that one which is not known or a case inside it.
    private static func lastCase(_ bytes: Span<UInt8>) -> Unrecognized? {
        var reader: WireReader = WireReader(bytes)
        var last: Unrecognized?
        do {
            while let key: WireKey = try reader.nextKey() { last = try reader.readUnrecognized(key) }
        } catch {
            return nil
        }
        return last
    }
}

extension NoRefusal: WireMessage {
    public func encode(into writer: inout WireWriter) {
        switch self {}
    }

    public init(from reader: inout WireReader) throws(WireError) {
        guard let key: WireKey = try reader.nextKey() else { throw .missingField(0) }
        throw try reader.readUnknownCase(key)
    }
}

extension Reply {
    /// The terminal of a handler that threw, with the refusal's own codec.
    public init<Refused: Refusal & WireMessage>(failure: CallFailure<Refused>) {
        self.init(failure: failure, encodeRefusal: { $0.encoded() })
    }
}

extension OutputSequence where Refused: WireMessage {
    /// Runs the sequence on the provider's side, with the refusal's own codec.
    public func serve(into sink: any OutputSink, encode: @escaping @Sendable (Element) -> [UInt8]) async -> Reply {
        await serve(into: sink, encode: encode, encodeRefusal: { $0.encoded() })
    }
}

extension OutputSequence where Element: WireMessage, Refused: WireMessage {
    /// As ``serve(into:encode:)``, with outputs that are messages: most are encoded to where they are sent from.
    public func serve(into sink: any OutputSink) async -> Reply {
        @Sendable func emit(_ output: Element) async throws(CancellationError) {
            while !sink.offer(output) {
                guard try await sink.room(for: output) else { return try await sink.emit(output.encoded()) }
            }
        }
        return await serve(emit, encodeRefusal: { $0.encoded() })
    }
}
