import ColonnadeContract
import Synchronization

/// A channel that hands every call to a dispatcher in the same process, as bytes.
final class Loopback<Base: Dispatcher>: Channel {
    let dispatcher: Base

    init(dispatcher: Base) {
        self.dispatcher = dispatcher
    }

    func call(_ request: CallRequest) async throws(CallError) -> ReceivedMessage {
        let call: LoopbackCall = LoopbackCall()
        try start(request, call)
        switch await call.run() {
        case .output(let bytes): return ReceivedMessage(bytes)
        case .refuse(let bytes): throw .refused(bytes)
        case .fail(let fault): throw .fault(fault)
        case .complete, .sent: throw .fault(Fault(.violation, "one output was expected", outcome: .done))
        }
    }

    func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        let call: LoopbackCall = LoopbackCall()
        do {
            try start(request, call)
        } catch {
            call.fail(error)
        }
        return call
    }

    private func start(_ request: CallRequest, _ call: LoopbackCall) throws(CallError) {
        let body: [UInt8] = request.body.joined
        var reader: WireReader = WireReader(body.span)
        let isKnown: Bool
        do {
            isKnown = try dispatcher.dispatch(board: request.board, body: &reader, call: call)
        } catch {
            throw .fault(Fault(.invalid, "\(error)", outcome: .notDispatched))
        }
        if !isKnown { throw .fault(Fault(.unimplemented, "no board \(request.board)", outcome: .notDispatched)) }
    }
}

/// Both ends of one activation. A handler with many outputs runs to its end when the first of them is asked for.
final class LoopbackCall: ServedCall, CallStream, OutputSink {
    private struct State {
        var handler: (@Sendable (any OutputSink) async -> Reply)?
        var onCommand: (@Sendable (inout WireReader) throws(WireError) -> Void)?
        var onEnd: (@Sendable (CommandsEnd) -> Void)?
        var outputs: [[UInt8]] = []
        var reply: Reply?
        var failure: CallError?
    }

    private let state: Mutex<State> = Mutex(State())

    var completion: Completion? {
        if case .complete(let completion)? = state.withLock({ $0.reply }) { return completion }
        return nil
    }

    func fail(_ failure: CallError) {
        state.withLock { $0.failure = failure }
    }

    func run() async -> Reply {
        guard let handler: @Sendable (any OutputSink) async -> Reply = state.withLock({ $0.handler.take() }) else {
            return .fail(Fault(.internal, "no handler", outcome: .notDispatched))
        }
        return await handler(self)
    }

    // MARK: The provider's end

    func serve(_ handler: consuming @escaping @Sendable (any OutputSink) async -> Reply) {
        state.withLock { $0.handler = handler }
    }

    func receiveCommands(
        _ onCommand: @escaping @Sendable (inout WireReader) throws(WireError) -> Void,
        onEnd: @escaping @Sendable (CommandsEnd) -> Void
    ) {
        state.withLock {
            $0.onCommand = onCommand
            $0.onEnd = onEnd
        }
    }

    func commandTaken() {}

    func emit(_ output: [UInt8]) async throws(CancellationError) {
        state.withLock { $0.outputs.append(output) }
    }

    // MARK: The consumer's end

    func next() async throws(CallError) -> [UInt8]? {
        if let failure: CallError = state.withLock({ $0.failure }) { throw failure }
        if state.withLock({ $0.reply == nil }) {
            let reply: Reply = await run()
            state.withLock { $0.reply = reply }
        }
        if let output: [UInt8] = state.withLock({ $0.outputs.isEmpty ? nil : $0.outputs.removeFirst() }) { return output }
        switch state.withLock({ $0.reply }) {
        case .refuse(let bytes): throw .refused(bytes)
        case .fail(let fault): throw .fault(fault)
        default: return nil
        }
    }

    func send(command: [UInt8]) async throws(CallError) {
        guard let onCommand = state.withLock({ $0.onCommand }) else { return }
        var reader: WireReader = WireReader(command.span)
        do {
            try onCommand(&reader)
        } catch {
            throw .fault(Fault(.invalid, "\(error)", outcome: .done))
        }
    }

    func finishCommands() {
        state.withLock { $0.onEnd }?(.finished)
    }

    func cancel() {
        state.withLock { $0.onEnd }?(.interrupted)
    }
}
