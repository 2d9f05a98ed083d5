public import ColonnadeContinuation

// What generated clients do around a call, in their own module, so that it is compiled for their types.

extension CallFailure {
    /// Activates a board with one output over `channel`, and decodes the output or the refusal.
    ///
    /// Nothing waits here where the end is known at once: to wait costs as much as half a call.
    @inlinable public static func call<Input: WireMessage, Output>(
        _ channel: any Channel, board: UInt16, _ input: Input, isIdempotent: Bool,
        decode: (inout WireReader) throws(WireError) -> Output, decodeRefusal: ([UInt8]) -> Self
    ) async throws(Self) -> Output {
        let call: any OpenCall = channel.begin(board: board, input, isIdempotent: isIdempotent, on: #isolation)
        let output: ReceivedMessage
        if let early: ReceivedMessage = call.takeOutput() {
            output = early
        } else {
            // Not in an async function of the call's, through its protocol: to come back from one costs a look at the task's executor.
            var end: CallEnd? = await LoopContinuation<CallEnd?>.wait { call.wait($0) }
            if end == nil { end = await channel.goOn(call, input) }
            do throws(CallError) {
                // Taken out: a copy would count references.
                output = try end.take()!.output()
            } catch {
                throw Self(error, decodeRefusal: decodeRefusal)
            }
        }
        let (result, memory): (Output, [UInt8]) = try Self.decode(output, with: decode)
        channel.recycle(consume call, memory)
        return result
    }

    /// As ``call(_:board:_:isIdempotent:decode:decodeRefusal:)``, for an Input that is no message.
    @inlinable public static func call<Output>(
        _ channel: any Channel, _ request: CallRequest,
        decode: (inout WireReader) throws(WireError) -> Output, decodeRefusal: ([UInt8]) -> Self
    ) async throws(Self) -> Output {
        let output: ReceivedMessage
        do throws(CallError) {
            output = try await channel.call(request)
        } catch {
            throw Self(error, decodeRefusal: decodeRefusal)
        }
        let (result, memory): (Output, [UInt8]) = try Self.decode(output, with: decode)
        channel.recycle(memory)
        return result
    }

    /// Decodes the one output, and gives its memory too, to be recycled.
    @inlinable public static func decode<Output>(
        _ output: consuming ReceivedMessage, with decode: (inout WireReader) throws(WireError) -> Output
    ) throws(Self) -> (Output, [UInt8]) {
        let result: Output
        do {
            result = try output.read(decode)
        } catch {
            throw .failed(Fault(.violation, "The provider's output does not fit the contract: \(error).", outcome: .done))
        }
        return (result, output.takeBytes())
    }

    /// What a call ended with, its refusal decoded.
    public init(_ error: CallError, decodeRefusal: ([UInt8]) -> CallFailure<Refused>) {
        switch error {
        case .refused(let refusal): self = decodeRefusal(refusal)
        case .fault(let fault): self.init(fault)
        }
    }
}
