private import Synchronization

/// The outputs of one activation. It starts when it is iterated, is iterated once, and dropping the iterator cancels.
public struct OutputSequence<Element: Sendable, Refused: Refusal>: AsyncSequence, Sendable {
    public typealias Failure = CallFailure<Refused>
    /// Hands one output on, and waits until the consumer wants more.
    public typealias Emit = @Sendable (Element) async throws(CancellationError) -> Void

    enum Source: Sendable {
        case produced(@Sendable (@escaping Emit) async throws -> Completion, on: (any TaskExecutor)?)
        case received(@Sendable () -> any OutputReceiver<Element, Failure>)
    }

    let source: Source
    private let progress: OutputProgress = OutputProgress()

    /// Outputs that `body` emits. What it throws becomes the failure, as in ``CallFailure/catching(_:)``.
    public init(_ body: @escaping @Sendable (_ emit: @escaping Emit) async throws -> Completion) {
        source = .produced(body, on: nil)
    }

    /// Outputs that come from elsewhere; `start` runs when the sequence is iterated.
    public init(receiving start: @escaping @Sendable () -> any OutputReceiver<Element, Failure>) {
        source = .received(start)
    }

    /// The same outputs; `end` is called once what produces them in this process has come to its end, also where nobody has waited
    /// for that because the iterator was dropped. At once where they come from elsewhere.
    public func announcingEnd(_ end: @escaping @Sendable () -> Void) -> Self {
        switch source {
        case .produced(let body, let executor):
            return Self(
                .produced(
                    { emit in
                        defer { end() }
                        return try await body(emit)
                    }, on: executor))
        case .received(let start):
            return Self(receiving: {
                end()
                return start()
            })
        }
    }

    /// The same outputs; what produces them in this process runs on that executor, and not on the threads that all share.
    public func produced(on executor: any TaskExecutor) -> Self {
        guard case .produced(let body, _) = source else { return self }
        return Self(.produced(body, on: executor))
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// How the activation ended; nil before the end.
    public var completion: Completion? { progress.completion }

    public func makeAsyncIterator() -> AsyncIterator {
        progress.begin()
        switch source {
        case .received(let start): return AsyncIterator(receiver: start(), progress: progress)
        case .produced(let body, let executor):
            return AsyncIterator(receiver: ProducedOutputs<Element, Refused>(body, on: executor), progress: progress)
        }
    }

    /// The iterator of one activation. Dropping it cancels the activation.
    public final class AsyncIterator: AsyncIteratorProtocol, Sendable {
        @usableFromInline let receiver: any OutputReceiver<Element, Failure>
        @usableFromInline let progress: OutputProgress

        init(receiver: any OutputReceiver<Element, Failure>, progress: OutputProgress) {
            self.receiver = receiver
            self.progress = progress
        }

        deinit {
            receiver.cancel()
        }

        @inlinable public func next() async throws(Failure) -> Element? {
            var ready: Element?
            if receiver.ready({ ready = $0 }) { return ready }
            if let element: Element = try await receiver.next() { return element }
            progress.end(receiver.completion ?? .done)
            return nil
        }

        /// Calls `wake` once, when ``next()`` need not wait any more. Whoever has nothing to do until then needs no task that waits.
        /// - Returns: false where that is so already, or can't be told: ``next()`` is to be asked, and `wake` is not called.
        public func rest(until wake: @escaping @Sendable () -> Void) -> Bool { receiver.rest(until: wake) }

        @inlinable public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await next()
        }
    }

    /// Runs the sequence on the provider's side: emits every output into `sink`, and gives the handler's reply.
    public func serve(
        into sink: any OutputSink, encode: @escaping @Sendable (Element) -> [UInt8],
        encodeRefusal: (Refused) -> [UInt8]
    ) async -> Reply {
        // A function: a closure would be wrapped in a second one, at some cost for each output.
        @Sendable func emit(_ output: Element) async throws(CancellationError) {
            let output: [UInt8] = encode(output)
            if !sink.offer(encoded: output) { try await sink.emit(output) }
        }
        return await serve(emit, encodeRefusal: encodeRefusal)
    }

    func serve(_ emit: @escaping Emit, encodeRefusal: (Refused) -> [UInt8]) async -> Reply {
        do {
            switch source {
            case .produced(let body, _):
                progress.begin()
                return .complete(try await body(emit))
            case .received:
                for try await output: Element in self { try await emit(output) }
                return .complete(completion ?? .done)
            }
        } catch {
            return Reply(failure: CallFailure<Refused>(thrown: error), encodeRefusal: encodeRefusal)
        }
    }
}

extension Reply {
    /// The terminal of a handler that threw.
    public init<Refused: Refusal>(failure: CallFailure<Refused>, encodeRefusal: (Refused) -> [UInt8]) {
        switch failure {
        case .refused(let refusal): self = .refuse(encodeRefusal(refusal))
        case .refusedUnknown(let number, let bytes):
            var writer: WireWriter = WireWriter()
            writer.writeBytes(bytes, field: max(number, 1))
            self = .refuse(writer.bytes)
        default:
            let fault: Fault = failure.fault ?? Fault(.internal, "\(failure)", outcome: .done)
            self = .fail(fault.isDeclined ? fault : fault.with(outcome: .done))
        }
    }
}

/// Where received outputs come from. `next` is called by one task at a time.
public protocol OutputReceiver<Element, Failure>: AnyObject, Sendable {
    /// What is received.
    associatedtype Element: Sendable
    /// What receiving can fail with.
    associatedtype Failure: Error

    /// The next output, or nil once the activation has completed.
    func next() async throws(Failure) -> Element?
    /// Hands the next output to `take` where it has come already.
    /// - Returns: false where ``next()`` has to be asked.
    func ready(_ take: (Element) -> Void) -> Bool
    /// Calls `wake` once, when ``next()`` need not wait any more.
    /// - Returns: false where that is so already, or can't be told: ``next()`` is to be asked.
    func rest(until wake: @escaping @Sendable () -> Void) -> Bool
    /// Cancels the activation; nothing happens where it has ended.
    func cancel()
    /// How the activation ended; nil before that.
    var completion: Completion? { get }
}

extension OutputReceiver {
    /// Has nothing ready: ``next()`` is always asked.
    public func ready(_ take: (Element) -> Void) -> Bool { false }

    /// Can't tell: ``next()`` is always asked.
    public func rest(until wake: @escaping @Sendable () -> Void) -> Bool { false }
}

/// Whether a sequence was begun, and how it ended.
@usableFromInline final class OutputProgress: Sendable {
    private let state: Mutex<(begun: Bool, completion: Completion?)> = Mutex((false, nil))

    var completion: Completion? { state.withLock { $0.completion } }

    func begin() {
        let begunBefore: Bool = state.withLock { state in
            defer { state.begun = true }
            return state.begun
        }
        precondition(!begunBefore, "outputs are iterated once; activate the board again for more")
    }

    @usableFromInline func end(_ completion: Completion) {
        state.withLock { $0.completion = completion }
    }
}
