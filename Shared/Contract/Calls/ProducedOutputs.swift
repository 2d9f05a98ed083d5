private import Synchronization

/// Joins a body that emits with a task that iterates, in one process: one output at a time, neither runs ahead.
final class ProducedOutputs<Element: Sendable, Refused: Refusal>: OutputReceiver {
    typealias Failure = CallFailure<Refused>
    typealias Body = @Sendable (@escaping OutputSequence<Element, Refused>.Emit) async throws -> Completion

    private let queue: CommandQueue<Element> = CommandQueue(capacity: 1)
    private let body: Body
    private let executor: (any TaskExecutor)?
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        var task: Task<Void, Never>?
        var result: Result<Completion, Failure>?
    }

    init(_ body: @escaping Body, on executor: (any TaskExecutor)?) {
        self.body = body
        self.executor = executor
    }

    var completion: Completion? { state.withLock { try? $0.result?.get() } }

    func next() async throws(Failure) -> Element? {
        start()
        do {
            if let element: Element = try await queue.next() { return element }
        } catch {
            throw .cancelled(Fault(.cancelled, "The activation was cancelled.", outcome: .unknown))
        }
        if case .failure(let failure) = state.withLock({ $0.result }) { throw failure }
        return nil
    }

    func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        start()
        return queue.rest(until: wake)
    }

    func cancel() {
        state.withLock { $0.task }?.cancel()
        queue.finish(.interrupted)
    }

    private func start() {
        let queue: CommandQueue<Element> = queue
        let body: Body = body
        state.withLock { state in
            guard state.task == nil else { return }
            state.task = Task(executorPreference: executor) { [weak self] in
                let result: Result<Completion, Failure>
                do {
                    result = .success(
                        try await body { (element: Element) async throws(CancellationError) in
                            try await queue.send(element)
                        })
                } catch {
                    result = .failure(Failure(thrown: error))
                }
                self?.state.withLock { $0.result = result }
                queue.finish(.finished)
            }
        }
    }
}
