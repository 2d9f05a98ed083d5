public import ColonnadeContract
public import ColonnadeSystemIO

/// What an open screen sends, one output after the other. Letting go of it closes the screen.
public protocol ScreenFeed: AnyObject, Sendable {
    /// How the board has ended; nil before that.
    var completion: Completion? { get }

    /// The next output; nil once the board has ended. One task at a time asks.
    /// - Throws: why the screen is not there, or not any more.
    func next() async throws(ScreenFailure) -> ScreenOutput?

    /// Calls `wake` once, when ``next()`` need not wait any more: a screen on which nothing happens needs no task then.
    /// - Returns: false where that is so already, or can't be told: ``next()`` is to be asked, and `wake` is not called.
    func rest(until wake: @escaping @Sendable () -> Void) -> Bool
}

/// The outputs of a board.
final class BoardFeed<Refused: Refusal>: ScreenFeed {
    private let sequence: OutputSequence<ScreenOutput, Refused>
    private let outputs: OutputSequence<ScreenOutput, Refused>.AsyncIterator
    private let refusal: (@Sendable (Refused) -> ScreenText)?
    private let barrier: (@Sendable (Refused) -> Bool)?

    init(
        _ sequence: OutputSequence<ScreenOutput, Refused>, refusal: (@Sendable (Refused) -> ScreenText)?,
        barrier: (@Sendable (Refused) -> Bool)?
    ) {
        self.sequence = sequence
        self.refusal = refusal
        self.barrier = barrier
        outputs = sequence.makeAsyncIterator()
    }

    var completion: Completion? { sequence.completion }

    func next() async throws(ScreenFailure) -> ScreenOutput? {
        do {
            return try await outputs.next()
        } catch {
            throw ScreenFailure(thrown: error, of: Refused.self, refusal: refusal, barrier: barrier)
        }
    }

    func rest(until wake: @escaping @Sendable () -> Void) -> Bool { outputs.rest(until: wake) }
}
