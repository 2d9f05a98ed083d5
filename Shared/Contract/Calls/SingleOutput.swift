private import Synchronization

/// The one output of a board with one output, as a sequence. The call runs in the task that iterates.
final class SingleOutput<Element: Sendable, Refused: Refusal>: OutputReceiver {
    typealias Failure = CallFailure<Refused>

    private let body: @Sendable () async throws(Failure) -> Element
    /// nil before the call.
    private let isDone: Mutex<Bool?> = Mutex(nil)

    init(_ body: @escaping @Sendable () async throws(Failure) -> Element) {
        self.body = body
    }

    var completion: Completion? { isDone.withLock { $0 == true ? .done : nil } }

    func next() async throws(Failure) -> Element? {
        let begins: Bool = isDone.withLock { state in
            defer { state = state ?? false }
            return state == nil
        }
        guard begins else { return nil }
        let output: Element = try await body()
        isDone.withLock { $0 = true }
        return output
    }

    func cancel() {}
}

extension OutputSequence {
    /// The one output of a call, which is made when the sequence is iterated. Its failure keeps its delivery outcome.
    public init(one body: @escaping @Sendable () async throws(Failure) -> Element) {
        self.init(receiving: { SingleOutput<Element, Refused>(body) })
    }

    /// The outputs of a board behind a channel that takes no commands.
    public init(
        calling channel: any Channel, _ request: CallRequest,
        decode: @escaping @Sendable (inout WireReader) throws(WireError) -> Element,
        decodeRefusal: @escaping @Sendable ([UInt8]) -> Failure
    ) {
        self.init(
            calling: channel, request, commands: Commands<Void>?.none, encodeCommand: { _ in [] },
            decode: decode, decodeRefusal: decodeRefusal)
    }
}
