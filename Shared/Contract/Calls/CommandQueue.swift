private import Synchronization

/// A bounded queue between one or more senders and one receiver. Every wait ends by cancelling, or by ``finish(_:)``.
///
/// Invariant: a receiver waits only while nothing is queued; a sender waits only while the queue is full.
final class CommandQueue<Element: Sendable>: Sendable {
    private enum Step {
        case element(Element)
        case end(CommandsEnd)
        case wait
    }

    private struct State {
        var elements: [Element] = []
        var head: Int = 0
        var end: CommandsEnd?
        var receiver: CheckedContinuation<Void, Never>?
        var senders: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        var nextSender: UInt64 = 0
        var onTaken: (@Sendable () -> Void)?
        /// Is called in the place of a receiver.
        var wake: (@Sendable () -> Void)?

        var count: Int { elements.count - head }

        mutating func take() -> Element {
            let element: Element = elements[head]
            head += 1
            if head == elements.count {
                elements.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 64 {
                elements.removeFirst(head)
                head = 0
            }
            return element
        }
    }

    private let capacity: Int
    private let state: Mutex<State> = Mutex(State())

    init(capacity: Int) {
        precondition(capacity >= 1, "a queue needs room for one")
        self.capacity = capacity
    }

    /// Says whom to tell of each element that is taken.
    func onTaken(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onTaken = body }
    }

    /// Adds without waiting. For the transport, whose credit has made sure that there is room.
    func push(_ element: Element) {
        let (receiver, wake): (CheckedContinuation<Void, Never>?, (@Sendable () -> Void)?) = state.withLock { state in
            guard state.end == nil else { return (nil, nil) }
            state.elements.append(element)
            return (state.receiver.take(), state.wake.take())
        }
        receiver?.resume()
        wake?()
    }

    /// Adds once there is room.
    func send(_ element: Element) async throws(CancellationError) {
        while true {
            let outcome: (sent: Bool, ended: Bool, receiver: CheckedContinuation<Void, Never>?, wake: (@Sendable () -> Void)?) =
                state.withLock { state in
                    if state.end != nil { return (false, true, nil, nil) }
                    if state.count >= capacity { return (false, false, nil, nil) }
                    state.elements.append(element)
                    return (true, false, state.receiver.take(), state.wake.take())
                }
            outcome.receiver?.resume()
            outcome.wake?()
            if outcome.sent { return }
            if outcome.ended || Task.isCancelled { throw CancellationError() }
            await waitForRoom()
        }
    }

    /// Calls `wake` once, when there is an element or the end: for who holds no task meanwhile. It takes the place of one before.
    /// - Returns: false where there is something already; `wake` is not called then.
    func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.count == 0, state.end == nil else { return false }
            state.wake = wake
            return true
        }
    }

    /// The next element; nil once the queue was finished and is empty.
    func next() async throws(CommandsInterrupted) -> Element? {
        while true {
            let (step, tell, senders): (Step, (@Sendable () -> Void)?, [CheckedContinuation<Void, Never>]) =
                state.withLock { state in
                    if state.end == .interrupted { return (.end(.interrupted), nil, []) }
                    guard state.count > 0 else { return (state.end.map(Step.end) ?? .wait, nil, []) }
                    let element: Element = state.take()
                    let senders: [CheckedContinuation<Void, Never>] = state.senders.map(\.continuation)
                    state.senders.removeAll()
                    return (.element(element), state.onTaken, senders)
                }
            for sender: CheckedContinuation<Void, Never> in senders { sender.resume() }
            tell?()
            switch step {
            case .element(let element): return element
            case .end(.finished): return nil
            case .end(.interrupted): throw CommandsInterrupted()
            case .wait:
                if Task.isCancelled { throw CommandsInterrupted() }
                await waitForElement()
            }
        }
    }

    /// Ends the queue; the first end counts. What was queued before ``CommandsEnd/finished`` is still handed out.
    func finish(_ end: CommandsEnd) {
        let (waiting, wake): ([CheckedContinuation<Void, Never>], (@Sendable () -> Void)?) = state.withLock { state in
            if state.end == nil { state.end = end }
            let waiting: [CheckedContinuation<Void, Never>] = state.senders.map(\.continuation) + [state.receiver.take()].compactMap(\.self)
            state.senders.removeAll()
            return (waiting, state.wake.take())
        }
        for continuation: CheckedContinuation<Void, Never> in waiting { continuation.resume() }
        wake?()
    }

    private func waitForElement() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Bool = state.withLock { state in
                    precondition(state.receiver == nil, "a queue has one receiver")
                    if state.count > 0 || state.end != nil || Task.isCancelled { return true }
                    state.receiver = continuation
                    return false
                }
                if ready { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.receiver.take() }?.resume()
        }
    }

    private func waitForRoom() async {
        let id: UInt64 = state.withLock { state in
            state.nextSender += 1
            return state.nextSender
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Bool = state.withLock { state in
                    if state.count < capacity || state.end != nil || Task.isCancelled { return true }
                    state.senders.append((id, continuation))
                    return false
                }
                if ready { continuation.resume() }
            }
        } onCancel: {
            let sender: CheckedContinuation<Void, Never>? = state.withLock { state in
                guard let index: Int = state.senders.firstIndex(where: { $0.id == id }) else { return nil }
                return state.senders.remove(at: index).continuation
            }
            sender?.resume()
        }
    }
}
