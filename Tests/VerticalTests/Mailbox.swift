import ColonnadeEventLoop
import Synchronization

/// What came, and who waits for more to come.
final class Mailbox<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: Int
        /// How many more elements must match.
        var missing: Int
        /// Called under the lock: it must not ask the mailbox.
        let matches: @Sendable (Element) -> Bool
        let continuation: CheckedContinuation<Element?, Never>
    }

    private struct State {
        var elements: [Element] = []
        var waiters: [Waiter] = []
        var nextID: Int = 0
    }

    private let state: Mutex<State> = Mutex(State())

    var all: [Element] { state.withLock { $0.elements } }

    func put(_ element: Element) {
        let ready: [Waiter] = state.withLock { state in
            state.elements.append(element)
            for index: Int in state.waiters.indices where state.waiters[index].matches(element) { state.waiters[index].missing -= 1 }
            let ready: [Waiter] = state.waiters.filter { $0.missing == 0 }
            state.waiters.removeAll { $0.missing == 0 }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: element) }
    }

    /// The first element, also of those that came before, for which `matches` holds; nil where none comes in time.
    func first(on loop: EventLoop, where matches: @escaping @Sendable (Element) -> Bool) async -> Element? {
        await nth(1, on: loop, where: matches)
    }

    /// The element with which `matches` has held `count` times; nil where that does not come within 30 seconds.
    func nth(_ count: Int, on loop: EventLoop, where matches: @escaping @Sendable (Element) -> Bool) async -> Element? {
        await withCheckedContinuation { continuation in
            let (found, id): (Element?, Int) = state.withLock { state in
                let matching: [Element] = state.elements.filter(matches)
                if matching.count >= count { return (matching[count - 1], 0) }
                state.nextID += 1
                state.waiters.append(
                    Waiter(id: state.nextID, missing: count - matching.count, matches: matches, continuation: continuation))
                return (nil, state.nextID)
            }
            if let found { return continuation.resume(returning: found) }
            loop.schedule(after: .seconds(30)) { self.giveUp(id) }
        }
    }

    private func giveUp(_ id: Int) {
        let waiter: Waiter? = state.withLock { state in
            guard let index: Int = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: nil)
    }
}
