public import ColonnadeContract
public import ColonnadeSystemIO

/// A screen that a shell may open: a board of some vertical with its Input, and what its routes lead to. It holds nothing until it is opened.
public struct PresentedScreen: Sendable {
    /// Hears each output; the next one is taken once it has returned.
    public typealias Take = @Sendable (ScreenOutput) async throws -> Void

    /// The interface's name, a dot, and the board's: `Appointments.appointmentListScreen`.
    public let name: String
    private let opened: @Sendable (Commands<ScreenAction>) -> any ScreenFeed
    private let handled: @Sendable (Route) -> Bool

    /// A screen of one board.
    /// - Parameters:
    ///   - name: the interface's name, a dot, and the board's.
    ///   - board: activates the board: `{ client.historyScreen(HistoryScreenInput(), $0) }`.
    ///   - refusal: what a person reads where the vertical refuses; nil for the refusal's name.
    ///   - barrier: which refusals ask to sign in first; nil for none.
    ///   - route: what is done where a route comes, with the vertical's DTO.
    public init<Refused: Refusal, Value: WireMessage>(
        _ name: String, board: @escaping @Sendable (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, Refused>,
        refusal: (@Sendable (Refused) -> ScreenText)? = nil, barrier: (@Sendable (Refused) -> Bool)? = nil,
        route: @escaping @Sendable (Value) -> Void
    ) {
        self.init(name, board: board, refusal: refusal, barrier: barrier) { came in
            guard let value: Value = came.value() else { return false }
            route(value)
            return true
        }
    }

    /// A screen of one board that leads nowhere: no route of it is handled.
    public init<Refused: Refusal>(
        _ name: String, board: @escaping @Sendable (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, Refused>,
        refusal: (@Sendable (Refused) -> ScreenText)? = nil, barrier: (@Sendable (Refused) -> Bool)? = nil
    ) {
        self.init(name, board: board, refusal: refusal, barrier: barrier, handle: { _ in false })
    }

    private init<Refused: Refusal>(
        _ name: String, board: @escaping @Sendable (Commands<ScreenAction>) -> OutputSequence<ScreenOutput, Refused>,
        refusal: (@Sendable (Refused) -> ScreenText)?, barrier: (@Sendable (Refused) -> Bool)?,
        handle: @escaping @Sendable (Route) -> Bool
    ) {
        self.name = name
        handled = handle
        opened = { BoardFeed(board($0), refusal: refusal, barrier: barrier) }
    }

    /// Activates the board. May be called again once that has ended.
    public func open(_ actions: Commands<ScreenAction>) -> any ScreenFeed { opened(actions) }

    /// Activates the board, and hands on what it sends until it has ended or this task is cancelled. May be called again after that.
    /// - Returns: whether the board did what it was opened for.
    /// - Throws: why the screen is not there, or not any more; what `take` throws as well.
    public func open(_ actions: Commands<ScreenAction>, _ take: Take) async throws(ScreenFailure) -> Completion {
        do {
            let feed: any ScreenFeed = open(actions)
            while let output: ScreenOutput = try await feed.next() { try await take(output) }
            return feed.completion ?? .done
        } catch {
            throw error as? ScreenFailure ?? ScreenFailure(thrown: error, of: NoRefusal.self, refusal: nil, barrier: nil)
        }
    }

    /// Does what a route of the screen leads to. Links of the screen carry routes too.
    /// - Returns: false where the route is another's, or of a newer vertical that means more than this shell knows. Nothing was done then.
    public func handle(_ route: Route) -> Bool {
        handled(route)
    }
}
