import ColonnadeContract
private import Synchronization

/// A place where screens are shown one after the other: the page itself, beside it, or over it as a modal.
///
/// A flow is made of layers. `present` lays a new one on top, `push` and `replace` go on within it, `back` goes back one step, `dismiss`
/// takes the whole layer away, and `reset` all of them. Any task may use it.
public final class Flow: Sendable {
    /// Something that is shown, told apart from all that was shown in this flow before.
    public struct Step: Sendable, Identifiable {
        /// Counts what the flow has shown, from 1.
        public let id: UInt64
        /// What is shown.
        public let presented: Presented
    }

    private struct State {
        var layers: [[Step]] = []
        var last: UInt64 = 0

        mutating func step(_ presented: Presented) -> Step {
            last += 1
            return Step(id: last, presented: presented)
        }

        /// Forgets what lies at the bottom, where it is too much.
        mutating func bound() {
            while layers.reduce(0, { $0 + $1.count }) > ScreenLimits.openInFlow {
                layers[0].removeFirst()
                if layers[0].isEmpty { layers.removeFirst() }
            }
        }
    }

    private let state: Mutex<State> = Mutex(State())
    private let bell: NewsBell = NewsBell()

    /// A flow that shows nothing.
    public init() {}

    /// What lies on top of one another, the lowest first; each layer with its steps, the first of them first. No layer is empty.
    public var layers: [[Step]] { state.withLock { $0.layers } }

    /// What a person sees; nil where the flow shows nothing.
    public var top: Step? { state.withLock { $0.layers.last?.last } }

    /// Shows something on top, as a layer of its own.
    public func present(_ presented: Presented) {
        change { $0.layers.append([$0.step(presented)]) }
    }

    /// Shows the next step of the top layer; ``back()`` leads to the one before.
    public func push(_ presented: Presented) {
        change { state in
            let step: Step = state.step(presented)
            if state.layers.isEmpty { state.layers.append([]) }
            state.layers[state.layers.count - 1].append(step)
        }
    }

    /// Shows something in the place of the top step.
    public func replace(_ presented: Presented) {
        change { state in
            let step: Step = state.step(presented)
            if state.layers.isEmpty { state.layers.append([]) } else { state.layers[state.layers.count - 1].removeLast() }
            state.layers[state.layers.count - 1].append(step)
        }
    }

    /// Shows something in the place of all that was shown, or nothing any more.
    public func reset(to presented: Presented? = nil) {
        change { state in state.layers = presented.map { [[state.step($0)]] } ?? [] }
    }

    /// Takes the top layer away, with all of its steps. Nothing happens where the flow shows nothing.
    public func dismiss() {
        change { _ = $0.layers.popLast() }
    }

    /// Goes back one step; a layer without steps is gone. Nothing happens where the flow shows nothing.
    public func back() {
        change { state in
            guard !state.layers.isEmpty else { return }
            state.layers[state.layers.count - 1].removeLast()
            if state.layers[state.layers.count - 1].isEmpty { state.layers.removeLast() }
        }
    }

    /// Gives an element after each change, or one after several; it ends with the listening task.
    public func listen() -> AsyncStream<Void> { bell.listen() }

    /// Calls `hear` at each change, until what this gives is let go of. As `NewsBell.listen(_:)` does.
    public func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening { bell.listen(hear) }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.bound()
        }
        bell.ring()
    }
}
