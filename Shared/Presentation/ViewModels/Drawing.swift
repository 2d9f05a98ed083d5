import ColonnadeContract
import ColonnadeSystemIO
private import Synchronization

/// Sends what a view model has to show: the newest state each time that the shell takes more.
///
/// There is a task for it only while there is something to send: ``mayBegin()`` says when one is to be begun, and the screen's bell rings
/// when it is worth asking.
final class Drawing<State: Sendable>: Sendable {
    typealias Emit = @Sendable (ScreenOutput) async throws(CancellationError) -> Void

    private struct Kept {
        /// What the shell has is the view of this: a state shares its storage with the one that the model goes on with, a screen does not.
        var shown: State?
        /// The version of the output that was sent last; nil before the first.
        var version: UInt64?
        var isSending: Bool = false
        var end: Result<Completion, any Error>?
    }

    private let output: ViewOutput<State>
    private let view: @Sendable (State) -> Screen
    private let alerts: OpenAlerts
    private let limits: ScreenLimits
    private let kept: Mutex<Kept> = Mutex(Kept())

    init(_ output: ViewOutput<State>, view: @escaping @Sendable (State) -> Screen, alerts: OpenAlerts, limits: ScreenLimits) {
        self.output = output
        self.view = view
        self.alerts = alerts
        self.limits = limits
    }

    /// How the screen has ended, once all before it was sent; nil while it goes on.
    var end: Result<Completion, any Error>? { kept.withLock { $0.end } }

    /// Whether ``run(_:)`` is to be called now. Where it is not, the bell rings once it may be.
    func mayBegin() -> Bool {
        kept.withLock { kept in
            guard !kept.isSending, kept.end == nil, kept.version != output.version else { return false }
            kept.isSending = true
            return true
        }
    }

    /// Sends what there is to be sent.
    func run(_ emit: Emit) async {
        let end: Result<Completion, any Error>?
        do {
            end = try await send(emit)
        } catch {
            end = .failure(error)
        }
        kept.withLock { kept in
            kept.isSending = false
            kept.end = end
        }
        output.changed.ring()
    }

    private func send(_ emit: Emit) async throws -> Result<Completion, any Error>? {
        let now: ViewOutput<State>.Now = output.take()
        // News first: a form's answer is the page as it is once something has come of the form, and that has to be where the route led.
        for news: ViewOutput<State>.News in now.news {
            switch news {
            case .route(let route): try await emit(.route(route))
            case .alert(let alert):
                alerts.add(alert)
                try await emit(.alert(alert))
            }
        }
        if let drawn: ScreenOutput = try draw(now) { try await emit(drawn) }
        return now.end
    }

    /// What makes the screen of this state of the one that the shell has; nil where it is the same.
    private func draw(_ now: ViewOutput<State>.Now) throws(ScreenFault) -> ScreenOutput? {
        let last: State? = kept.withLock { kept in
            defer { (kept.shown, kept.version) = (now.state, now.version) }
            return kept.shown
        }
        let (screen, before): (Screen, Screen?) = (view(now.state), last.map(view))
        guard screen != before else { return nil }
        let size: Int = try screen.check(limits)
        if let changes: [ScreenChange] = before?.changes(to: screen), case let changed:ScreenOutput = .changed(changes),
            changed.encoded().count < size
        {
            return changed
        }
        return .screen(screen)
    }
}
