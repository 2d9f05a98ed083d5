// What generated clients do around a call, in their own module, so that it is compiled for their types.

extension CallFailure {
    /// Decodes the one output that came over `channel`, and gives its memory back.
    @inlinable public static func decode<Output>(
        _ output: consuming ReceivedMessage, from channel: any Channel, with decode: (inout WireReader) throws(WireError) -> Output
    ) throws(Self) -> Output {
        let result: Output
        do {
            result = try output.read(decode)
        } catch {
            throw .failed(Fault(.violation, "The provider's output does not fit the contract: \(error).", outcome: .done))
        }
        channel.recycle(output.takeBytes())
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
