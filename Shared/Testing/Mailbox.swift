import Synchronization

/// What came, in order, from any task; and who waits for more to come does so with a deadline.
public final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        /// Who waits for the next element; told once.
        var waiters: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State> = Mutex(State())

    /// An empty mailbox.
    public init() {}

    /// All that came so far.
    public var all: [Element] { state.withLock { $0.elements } }

    /// Takes one more element.
    public func put(_ element: Element) {
        let waiters: [AsyncStream<Void>.Continuation] = state.withLock { state in
            state.elements.append(element)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// The first element, also of those that came before, for which `matches` holds.
    /// - Throws: ``Late`` where none comes in time.
    public func first(
        within limit: Duration = .seconds(30), where matches: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) async throws -> Element {
        try await nth(1, within: limit, where: matches)
    }

    /// The element with which `matches` holds for the `count`th time.
    /// - Throws: ``Late`` where that does not come in time.
    public func nth(
        _ count: Int, within limit: Duration = .seconds(30), where matches: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) async throws -> Element {
        try await within(limit, "element \(count) of those that are waited for") { [self] in
            while true {
                let (change, waiter): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
                let found: [Element] = state.withLock { state in
                    state.waiters.append(waiter)
                    return state.elements
                }.filter(matches)
                if found.count >= count { return found[count - 1] }
                for await _: Void in change {}
                try Task.checkCancellation()
            }
        }
    }
}
