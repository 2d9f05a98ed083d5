import ColonnadeEventLoop
import Glibc

/// Waits for somebody to stop the daemon: SIGTERM or SIGINT. A second signal ends the process at once.
final class StopRequest: Sendable {
    private let state: LoopBound<State>
    private let sources: LoopBound<[SignalSource]>

    private struct State {
        var isMade: Bool = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// On the loop.
    init(loop: EventLoop) {
        state = LoopBound(State(), loop: loop)
        sources = LoopBound([], loop: loop)
        sources.value = [SIGTERM, SIGINT].map { (number: Int32) in
            loop.onSignal(number) { [state] in Self.signalled(number, state) }
        }
    }

    /// Returns once the request was made. One waiter.
    func wait() async {
        await withCheckedContinuation { continuation in
            if state.value.isMade { return continuation.resume() }
            state.value.waiter = continuation
        }
    }

    private static func signalled(_ number: Int32, _ state: LoopBound<State>) {
        if state.value.isMade { exit(128 + number) }
        state.value.isMade = true
        state.value.waiter.take()?.resume()
    }
}
