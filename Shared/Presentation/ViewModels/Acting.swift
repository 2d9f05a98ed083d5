import ColonnadeContract
import ColonnadeSystemIO
private import Synchronization

/// Hands a view model what a person does, where the screen as it is now offers that.
///
/// There is a task for it only while there is something to hand over: ``mayBegin()`` says when one is to be begun, and the screen's bell
/// rings when it is worth asking.
final class Acting<Model: ViewModel>: Sendable {
    private enum Phase {
        case idle, acting, ended
    }

    private let model: Model
    private let actions: Commands<ScreenAction>
    private let view: @Sendable (Model.State) -> Screen
    private let alerts: OpenAlerts
    private let limits: ScreenLimits
    private let acted: @Sendable () -> Void
    private let uploads: Mutex<UploadCheck>
    private let phase: Mutex<Phase> = Mutex(.idle)

    init(
        _ model: Model, _ actions: Commands<ScreenAction>, view: @escaping @Sendable (Model.State) -> Screen, alerts: OpenAlerts,
        limits: ScreenLimits, acted: @escaping @Sendable () -> Void
    ) {
        self.model = model
        self.actions = actions
        self.acted = acted
        self.view = view
        self.alerts = alerts
        self.limits = limits
        uploads = Mutex(UploadCheck(limits))
    }

    /// Whether ``run()`` is to be called now. Where it is not, the bell rings once it may be.
    func mayBegin() -> Bool {
        phase.withLock { phase in
            guard phase == .idle, !actions.rest(until: { [changed = model.output.changed] in changed.ring() }) else { return false }
            phase = .acting
            return true
        }
    }

    /// Hands over what has come. Where the shell says that no more follows, that closes the screen.
    func run() async {
        await model.output.failing {
            phase.withLock { $0 = .ended }
            if try await takeAll() { phase.withLock { $0 = .idle } } else { model.output.finish(.notDone) }
        }
        model.output.changed.ring()
    }

    /// - Returns: whether more may follow.
    private func takeAll() async throws -> Bool {
        var iterator: Commands<ScreenAction>.AsyncIterator = actions.makeAsyncIterator()
        while !actions.rest(until: {}) {
            guard let action: ScreenAction = try await iterator.next() else { return false }
            acted()
            try await take(action)
            if model.output.waitingNews >= limits.waitingNews { try await newsAreTaken() }
        }
        return true
    }

    /// A shell that sends and does not read is not served further.
    private func newsAreTaken() async throws(CancellationError) {
        var rings: AsyncStream<Void>.AsyncIterator = model.output.taken.listen().makeAsyncIterator()
        while model.output.waitingNews >= limits.waitingNews {
            if await rings.next() == nil { throw CancellationError() }
        }
    }

    private func take(_ action: ScreenAction) async throws {
        let screen: Screen = view(model.output.state)
        for field: String in uploads.withLock({ $0.abandonAll { screen.field($0) != nil } }) {
            try await perform(field, .upload(.abandoned))
        }
        switch fit(of: action, screen) {
        case .fits: try await perform(action.element, action.event)
        case .gone: break
        case .unfit(let why):
            // What has come of a file that does not fit is of no use.
            if uploads.withLock({ $0.abandon(action.element) }) { try await perform(action.element, .upload(.abandoned)) }
            model.output.alert(Alert(id: "action-refused", message: "That was not taken: \(why)"))
        }
    }

    private func fit(of action: ScreenAction, _ screen: Screen) -> ActionFit {
        if let answer: ActionFit = alerts.answer(action) { return answer }
        let fit: ActionFit = screen.fit(of: action, limits: limits)
        guard fit == .fits, case .upload(let piece) = action.event, let field: ScreenField = screen.field(action.element) else {
            return fit
        }
        return uploads.withLock { $0.fit(of: piece, into: field) }
    }

    private func perform(_ element: String, _ event: ScreenEvent) async throws {
        // Looked up anew: a thousand open screens keep no tables.
        let input: ViewInput? = model.inputs.first { $0.element == element && $0.kind == event.kind }
        try await input?.perform(event)
    }
}
