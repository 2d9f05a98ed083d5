import ColonnadeContract
import ColonnadeSystemIO

/// Hands a view model what a person does, where the screen as it is now offers that.
struct Acting<Model: ViewModel> {
    private let model: Model
    private let view: @Sendable (Model.State) -> Screen
    private let alerts: OpenAlerts
    private let limits: ScreenLimits
    private var uploads: UploadCheck

    init(_ model: Model, view: @escaping @Sendable (Model.State) -> Screen, alerts: OpenAlerts, limits: ScreenLimits) {
        self.model = model
        self.view = view
        self.alerts = alerts
        self.limits = limits
        uploads = UploadCheck(limits)
    }

    /// Goes on until the shell says that no more follows, which closes the screen.
    mutating func run(_ actions: Commands<ScreenAction>, acted: @Sendable () -> Void) async throws {
        let output: ViewOutput<Model.State> = model.output
        for try await action: ScreenAction in actions {
            acted()
            try await take(action)
            if output.waitingNews >= limits.waitingNews { try await newsAreTaken() }
        }
        output.finish(.notDone)
    }

    /// A shell that sends and does not read is not served further.
    private func newsAreTaken() async throws(CancellationError) {
        var rings: AsyncStream<Void>.AsyncIterator = model.output.taken.listen().makeAsyncIterator()
        while model.output.waitingNews >= limits.waitingNews {
            if await rings.next() == nil { throw CancellationError() }
        }
    }

    private mutating func take(_ action: ScreenAction) async throws {
        let screen: Screen = view(model.output.state)
        for field: String in uploads.abandonAll(except: { screen.field($0) != nil }) { try await perform(field, .upload(.abandoned)) }
        switch fit(of: action, screen) {
        case .fits: try await perform(action.element, action.event)
        case .gone: break
        case .unfit(let why):
            // What has come of a file that does not fit is of no use.
            if uploads.abandon(action.element) { try await perform(action.element, .upload(.abandoned)) }
            model.output.alert(Alert(id: "action-refused", message: "That was not taken: \(why)"))
        }
    }

    private mutating func fit(of action: ScreenAction, _ screen: Screen) -> ActionFit {
        if let answer: ActionFit = alerts.answer(action) { return answer }
        let fit: ActionFit = screen.fit(of: action, limits: limits)
        guard fit == .fits, case .upload(let piece) = action.event, let field: ScreenField = screen.field(action.element) else {
            return fit
        }
        return uploads.fit(of: piece, into: field)
    }

    private func perform(_ element: String, _ event: ScreenEvent) async throws {
        // Looked up anew: a thousand open screens keep no tables.
        let input: ViewInput? = model.inputs.first { $0.element == element && $0.kind == event.kind }
        try await input?.perform(event)
    }
}
