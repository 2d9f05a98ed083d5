private import Synchronization

/// Counts what runs at the same time, so that no number of callers can fill the memory or take all of the processor.
///
/// For what costs a vertical much more than its caller. Where so many run already, a caller waits, and shares take turns; where too many
/// wait, the last one of the largest share is declined, and its client comes again by itself. So nothing may be done before
/// ``run(for:_:)`` is called.
public final class RunLimit: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var running: Int = 0
        var last: UInt64 = 0
        /// Empty while fewer run than may.
        var line: FairLine<Waiter> = FairLine()
    }

    /// How many run at the same time at most.
    public let limit: Int
    /// How many wait at most.
    public let mostWaiting: Int
    private let work: String
    private let state: Mutex<State> = Mutex(State())

    /// A limit that nothing counts against yet.
    /// - Parameters:
    ///   - limit: how many run at the same time at most.
    ///   - mostWaiting: how many wait for that at most: what their calls hold stays in memory meanwhile.
    ///   - work: what is counted, for whoever is refused: "documents are being loaded".
    public init(_ limit: Int, mostWaiting: Int = 0, of work: String) {
        precondition(limit > 0, "a limit of \(limit) lets nothing run")
        self.limit = limit
        self.mostWaiting = mostWaiting
        self.work = work
    }

    /// How many wait now.
    public var waiting: Int { state.withLock(\.line.count) }

    /// Runs `body` as one of those that may run at the same time.
    /// - Parameter share: on whose account it runs, such as a consumer's name.
    /// - Throws: ``Declined`` where too many run and wait already; CancellationError where the task is cancelled while it waits; what
    ///   `body` throws.
    public func run<Value>(for share: String = "", _ body: () async throws -> Value) async throws -> Value {
        try await enter(share)
        defer { leave() }
        return try await body()
    }

    private var declined: Declined { Declined("\(limit) \(work) already; try again once one is done.") }

    private func enter(_ share: String) async throws {
        let number: UInt64? = try state.withLock { state in
            guard state.running >= limit else {
                state.running += 1
                return nil
            }
            guard mostWaiting > 0 else { throw declined }
            state.last += 1
            return state.last
        }
        guard let number else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in wait(waiter, of: share, number) }
        } onCancel: {
            state.withLock { $0.line.remove(number) }?.resume(throwing: CancellationError())
        }
    }

    /// Since ``enter(_:)`` has looked, the task may have been cancelled, or a turn may have come.
    private func wait(_ waiter: Waiter, of share: String, _ number: UInt64) {
        let told: (waiter: Waiter, error: (any Error)?)? = state.withLock { state in
            if Task.isCancelled { return (waiter, CancellationError()) }
            guard state.running >= limit else {
                state.running += 1
                return (waiter, nil)
            }
            state.line.append(waiter, of: share, number: number)
            guard state.line.count > mostWaiting else { return nil }
            return state.line.popLargest().map { ($0, declined) }
        }
        guard let told else { return }
        if let error: any Error = told.error { told.waiter.resume(throwing: error) } else { told.waiter.resume() }
    }

    /// The turn goes to whoever is next in line.
    private func leave() {
        let next: Waiter? = state.withLock { state in
            let next: Waiter? = state.line.popFirst()
            if next == nil { state.running -= 1 }
            return next
        }
        next?.resume()
    }
}
