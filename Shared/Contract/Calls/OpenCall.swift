public import ColonnadeContinuation

/// How an activation ended, from the consumer's side.
public enum CallEnd: Sendable {
    /// The one output of a board with one.
    case output(ReceivedMessage)
    /// The end of a board with many outputs.
    case completed(Completion)
    /// The vertical's own refusal, encoded.
    case refused([UInt8])
    /// Any other end.
    indirect case failed(Fault)

    /// The end of a call that did not end well.
    public init(_ error: CallError) {
        switch error {
        case .refused(let refusal): self = .refused(refusal)
        case .fault(let fault): self = .failed(fault)
        }
    }

    /// The one output, or why there is none.
    public consuming func output() throws(CallError) -> ReceivedMessage {
        switch self {
        case .output(let output): return output
        case .refused(let refusal): throw .refused(refusal)
        case .failed(let fault): throw .fault(fault)
        case .completed: throw .fault(Fault(.violation, "The provider gave no output.", outcome: .done))
        }
    }
}

/// An activation of a board with one output, while its caller waits.
public protocol OpenCall: AnyObject, Sendable {
    /// The output, where it came before anybody waited for it. Once, where ``Channel/begin(board:_:isIdempotent:on:)`` was called.
    func takeOutput() -> ReceivedMessage?

    /// Has `continuation` told how the call has ended; nil where its caller is to go on with ``Channel/goOn(_:_:)``. Once.
    func wait(_ continuation: LoopContinuation<CallEnd?>)
}

/// A call of which nothing was done yet but to encode its Input.
public final class EncodedCall: OpenCall {
    /// What the channel is to be called with.
    public let request: CallRequest

    /// Keeps `request` for ``Channel/goOn(_:_:)``.
    public init(_ request: CallRequest) {
        self.request = request
    }

    public func takeOutput() -> ReceivedMessage? { nil }

    public func wait(_ continuation: LoopContinuation<CallEnd?>) {
        continuation.resume(returning: nil)
    }
}
