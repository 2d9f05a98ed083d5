import ColonnadeEventLoop
import Synchronization

/// What happened, in order, for a test that waits for it.
final class EventQueue<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Event?, Never>)] = []
        var lastWaiter: UInt64 = 0
    }

    private let loop: EventLoop
    private let state: Mutex<State> = Mutex(State())

    /// - Parameter loop: gives the deadlines.
    init(loop: EventLoop) {
        self.loop = loop
    }

    func add(_ event: Event) {
        let waiter: CheckedContinuation<Event?, Never>? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.events.append(event)
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: event)
    }

    /// The next event; nil when none came within the time.
    func next(within limit: Duration = .seconds(60)) async -> Event? {
        await withCheckedContinuation { continuation in
            let id: UInt64? = state.withLock { state in
                if !state.events.isEmpty {
                    continuation.resume(returning: state.events.removeFirst())
                    return nil
                }
                state.lastWaiter += 1
                state.waiters.append((state.lastWaiter, continuation))
                return state.lastWaiter
            }
            guard let id else { return }
            loop.schedule(after: limit) { self.giveUp(id) }
        }
    }

    private func giveUp(_ id: UInt64) {
        let waiter: CheckedContinuation<Event?, Never>? = state.withLock { state in
            guard let index: Int = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume(returning: nil)
    }
}

/// A door that a test opens once.
final class Gate: Sendable {
    private let state: Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])> = Mutex((false, []))

    func open() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation: CheckedContinuation<Void, Never> in waiting { continuation.resume() }
    }

    /// Waits until it is open, whether the task is cancelled or not.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen: Bool = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Counts, on any thread.
final class Counter: Sendable {
    private let state: Mutex<Int> = Mutex(0)

    var value: Int { state.withLock { $0 } }

    @discardableResult
    func add(_ amount: Int = 1) -> Int {
        state.withLock { value in
            value += amount
            return value
        }
    }
}

/// Waits until `condition` holds.
/// - Returns: whether it did within the time.
func eventually(
    on loop: EventLoop, within limit: Duration = .seconds(60), _ condition: @Sendable () async -> Bool
) async -> Bool {
    let end: MonotonicTime = loop.now + limit
    while loop.now < end {
        if await condition() { return true }
        try? await loop.sleep(for: .milliseconds(2))
    }
    return await condition()
}
