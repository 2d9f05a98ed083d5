// What generated clients do around a call, in their own module, so that it is compiled for their types.

extension Channel {
    /// The bytes of an Input that is a message.
    @inlinable public func encode<Input: WireMessage>(_ input: Input) -> [UInt8] {
        var writer: WireWriter = WireWriter(appendingTo: buffer())
        writer.reserve(96)
        input.encode(into: &writer)
        return writer.bytes
    }
}

extension CallFailure {
    /// Decodes the one output that came over `channel`, and gives its memory back.
    @inlinable public static func decode<Output>(
        _ output: consuming [UInt8], from channel: any Channel, with decode: (inout WireReader) throws(WireError) -> Output
    ) throws(Self) -> Output {
        let result: Output
        do {
            var reader: WireReader = WireReader(output.span)
            result = try decode(&reader)
        } catch {
            throw .failed(Fault(.violation, "The provider's output does not fit the contract: \(error).", outcome: .done))
        }
        channel.recycle(output)
        return result
    }

    /// What a call ended with, its refusal decoded.
    public init(_ error: CallError, decodeRefusal: ([UInt8]) -> CallFailure<Refused>) {
        switch error {
        case .refused(let refusal): self = decodeRefusal(refusal)
        case .fault(let fault): self.init(fault)
        }
    }
}
