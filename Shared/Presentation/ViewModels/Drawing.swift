import ColonnadeContract
import ColonnadeSystemIO

/// Sends what a view model has to show: the newest state each time that the shell takes more.
struct Drawing<State: Sendable> {
    typealias Emit = @Sendable (ScreenOutput) async throws(CancellationError) -> Void

    private let output: ViewOutput<State>
    private let view: @Sendable (State) -> Screen
    private let alerts: OpenAlerts
    private let limits: ScreenLimits
    /// What the shell has.
    private var shown: Screen?

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
            let (state, news, completion): (State, [ViewOutput<State>.News], Completion?) = output.take()
            try await draw(view(state), emit)
            for news: ViewOutput<State>.News in news {
                switch news {
                case .route(let route): try await emit(.route(route))
                case .alert(let alert):
                    alerts.add(alert)
                    try await emit(.alert(alert))
                }
            }
            if let completion { return completion }
        } while await rings.next() != nil
        throw CancellationError()
    }

    private mutating func draw(_ screen: Screen, _ emit: Emit) async throws {
        guard screen != shown else { return }
        let size: Int = try screen.check(limits)
        let whole: ScreenOutput = .screen(screen)
        let changed: ScreenOutput? = shown?.changes(to: screen).map { .changed($0) }
        shown = screen
        if let changed, changed.encoded().count < size {
            try await emit(changed)
        } else {
            try await emit(whole)
        }
    }
}
