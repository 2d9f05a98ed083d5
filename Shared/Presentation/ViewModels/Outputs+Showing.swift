public import ColonnadeContract
public import ColonnadeSystemIO

extension OutputSequence where Element == ScreenOutput {
    /// A screen board: draws what a view model has to show, and hands it what a person does.
    ///
    /// ```swift
    /// func counter(_ input: CounterInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
    ///     Outputs(showing: counterView, actions) { CounterViewModel() }
    /// }
    /// ```
    /// First the whole screen is sent, then changes by id, for as long as the view model has not finished and the shell goes on talking. While
    /// the shell is slow, only the newest state is drawn. An action that the screen does not offer is never handed on.
    /// - Parameters:
    ///   - view: a function from the view model's state to a screen. It is called for each state that is sent, and for each action.
    ///   - actions: the board's commands.
    ///   - limits: what a screen and an action may hold.
    ///   - open: how many screens one consumer may have open at the same time; nil for any number. One more is declined before anything is
    ///     done. Consumers are told apart where a `ConsumerDispatcher` stands before the board.
    ///   - model: makes the view model, once the board is activated. What it throws is the board's failure.
    public init<Model: ViewModel>(
        showing view: @escaping @Sendable (Model.State) -> Screen, _ actions: Commands<ScreenAction>,
        limits: ScreenLimits = ScreenLimits(), among open: ShareLimit? = nil, model: @escaping @Sendable () async throws -> Model
    ) {
        self.init { emit in
            guard let open else { return try await Self.show(view, actions, limits: limits, to: emit, model: model) }
            return try await open.run(for: CallingConsumer.current ?? "") {
                try await Self.show(view, actions, limits: limits, to: emit, model: model)
            }
        }
    }

    /// Runs a screen inside the body of a board that has more to do: that counts open screens, or gives up those on which nothing is done.
    /// - Parameters:
    ///   - view: the view: a function from the model's state to a screen.
    ///   - actions: the board's commands.
    ///   - limits: what a screen and an action may hold.
    ///   - emit: takes what is shown.
    ///   - acted: is called for each action that comes, before it is dealt with.
    ///   - model: makes the view model.
    /// - Returns: how the screen has ended.
    public static func show<Model: ViewModel>(
        _ view: @escaping @Sendable (Model.State) -> Screen, _ actions: Commands<ScreenAction>, limits: ScreenLimits = ScreenLimits(),
        to emit: @escaping Emit, acted: @escaping @Sendable () -> Void = {}, model: @Sendable () async throws -> Model
    ) async throws -> Completion {
        let model: Model = try await model()
        let alerts: OpenAlerts = OpenAlerts(most: limits.openAlerts)
        let acting: Acting<Model> = Acting(model, actions, view: view, alerts: alerts, limits: limits, acted: acted)
        let drawing: Drawing<Model.State> = Drawing(model.output, view: view, alerts: alerts, limits: limits)
        return try await withThrowingDiscardingTaskGroup { group in
            group.addTask { await model.output.failing { try await model.run() } }
            defer { group.cancelAll() }
            // A screen on which nothing happens is this wait and no more: what there is to do is done by tasks that end with it.
            var rings: AsyncStream<Void>.AsyncIterator = model.output.changed.listen().makeAsyncIterator()
            repeat {
                // Drawn first: what an action that has come already leads to is a change of what was shown.
                if drawing.mayBegin() { group.addTask { await drawing.run(emit) } }
                if acting.mayBegin() { group.addTask { await acting.run() } }
                if let end: Result<Completion, any Error> = drawing.end { return try end.get() }
            } while await rings.next() != nil
            throw CancellationError()
        }
    }
}
