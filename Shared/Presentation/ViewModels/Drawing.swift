import ColonnadeContract
import ColonnadeSystemIO

/// Sends what a view model has to show: the newest state each time that the shell takes more.
struct Drawing<State: Sendable> {
    typealias Emit = @Sendable (ScreenOutput) async throws(CancellationError) -> Void

    private let output: ViewOutput<State>
    private let view: @Sendable (State) -> Screen
    private let alerts: OpenAlerts
    private let limits: ScreenLimits
    /// What the shell has is the view of this: a state shares its storage with the one that the model goes on with, a screen does not.
    private var shown: State?

    init(_ output: ViewOutput<State>, view: @escaping @Sendable (State) -> Screen, alerts: OpenAlerts, limits: ScreenLimits) {
        self.output = output
        self.view = view
        self.alerts = alerts
        self.limits = limits
    }

    /// Goes on until the view model has finished.
    mutating func run(_ emit: Emit) async throws -> Completion {
        var rings: AsyncStream<Void>.AsyncIterator = output.changed.listen().makeAsyncIterator()
        repeat {
            let (state, news, end): (State, [ViewOutput<State>.News], Result<Completion, any Error>?) = output.take()
            try await draw(state, emit)
            for news: ViewOutput<State>.News in news {
                switch news {
                case .route(let route): try await emit(.route(route))
                case .alert(let alert):
                    alerts.add(alert)
                    try await emit(.alert(alert))
                }
            }
            if let end { return try end.get() }
        } while await rings.next() != nil
        throw CancellationError()
    }

    private mutating func draw(_ state: State, _ emit: Emit) async throws {
        let (screen, before): (Screen, Screen?) = (view(state), shown.map(view))
        shown = state
        guard screen != before else { return }
        let size: Int = try screen.check(limits)
        if let changes: [ScreenChange] = before?.changes(to: screen), case let changed:ScreenOutput = .changed(changes),
            changed.encoded().count < size
        {
            try await emit(changed)
        } else {
            try await emit(.screen(screen))
        }
    }
}
