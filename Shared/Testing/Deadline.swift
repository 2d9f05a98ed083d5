import Synchronization

/// What a test has waited for did not come in time.
public struct Late: Error, Hashable, CustomStringConvertible {
    /// What did not come, and what is known about it.
    public let description: String

    /// An error that says what did not come.
    public init(_ description: String) {
        self.description = description
    }
}

/// Waits for what `body` gives, and throws ``Late`` where that takes longer than `limit`. A test that waits so needs no sleep,
/// and none hangs: `body` is cancelled at the deadline, and not waited for where it does not care.
/// - Parameters:
///   - limit: how long it may take.
///   - what: what is waited for, for whoever reads that it did not come.
///   - body: waits, and gives the value.
public func within<Value: Sendable>(
    _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let race: Race<Value> = Race()
    let work: Task<Void, Never> = Task {
        do { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
    }
    let clock: Task<Void, Never> = Task {
        do { try await Task.sleep(for: limit) } catch { return }
        race.finish(.failure(Late("\(what) did not come within \(limit)")))
    }
    defer {
        work.cancel()
        clock.cancel()
    }
    return try await withTaskCancellationHandler {
        try await race.result()
    } onCancel: {
        work.cancel()
        race.finish(.failure(CancellationError()))
    }
}

/// Takes the first of two results. One task waits for it.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
    }

    private let state: Mutex<State> = Mutex(.open)

    func finish(_ result: Result<Value, any Error>) {
        let waiter: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .finished(result)
                return nil
            case .waiting(let waiter):
                state = .finished(result)
                return waiter
            case .finished: return nil
            }
        }
        waiter?.resume(with: result)
    }

    func result() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let early: Result<Value, any Error>? = state.withLock { state in
                if case .finished(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let early { continuation.resume(with: early) }
        }
    }
}
