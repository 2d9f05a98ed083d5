import ColonnadeEventLoop
import Glibc

/// Waits for a signal of ``StopSignals``, or for ``make()``, which stops the daemon.
///
/// A second signal ends the drain early but in order: every open call gets its terminal frame. A third signal, or a second one before
/// the daemon serves, ends the process at once.
final class StopRequest: Sendable {
    private let state: LoopBound<State>
    private let sources: LoopBound<[SignalSource]>

    private struct State {
        var signals: Int = 0
        var isMade: Bool = false
        /// Whether there is something to drain: the daemon serves and waits for the request.
        var isServing: Bool = false
        var waiter: CheckedContinuation<Void, Never>?
        var onHurry: (@Sendable () -> Void)?
    }

    /// On the loop.
    init(loop: EventLoop) {
        state = LoopBound(State(), loop: loop)
        sources = LoopBound([], loop: loop)
        sources.value = StopSignals.listened.map { (number: Int32) in
            loop.onSignal(number) { [state] in Self.signalled(number, state) }
        }
    }

    /// Returns once the request was made. One waiter.
    func wait() async {
        state.value.isServing = true
        await withCheckedContinuation { continuation in
            if state.value.isMade { return continuation.resume() }
            state.value.waiter = continuation
        }
    }

    /// Makes the request without a signal.
    func make() { Self.make(state) }

    private static func make(_ state: LoopBound<State>) {
        state.value.isMade = true
        state.value.waiter.take()?.resume()
    }

    /// Calls `body` on the second signal; at once if that has already arrived.
    func onHurry(_ body: @escaping @Sendable () -> Void) {
        state.value.onHurry = body
        if state.value.signals > 1 { body() }
    }

    private static func signalled(_ number: Int32, _ state: LoopBound<State>) {
        state.value.signals += 1
        switch state.value.signals {
        case 1: make(state)
        case 2 where state.value.isServing: state.value.onHurry?()
        default: exit(128 + number)
        }
    }
}
