import ColonnadeContract
public import ColonnadePresentation
public import ColonnadeSystemIO
import ColonnadeWorld
private import Synchronization

/// One screen that is open for one page: an activation of a vertical's board, and what it has sent so far.
///
/// Where the vertical goes away, the screen says so and opens again by itself, at first after half a second and then more rarely. Whoever
/// shows it looks at ``shown`` after each ring of the page's bell: a browser that is slow skips states, and nothing waits for it.
public final class LiveScreen: Sendable, Identifiable {
    /// What there is to see.
    public enum Shown: Hashable, Sendable {
        /// Nothing has come yet.
        case loading
        /// The screen as it is now.
        case screen(Screen)
        /// Why there is no screen. Where that passes, it is tried again.
        case failed(ScreenFailure)
        /// The board has ended, and did what it was opened for or not. The last screen stays to be read.
        case ended(Screen?)
    }

    /// What a page does with what a screen says.
    struct Hearing: Sendable {
        /// There is something new to see.
        let changed: @Sendable () -> Void
        /// Something is to be told over the screen.
        let alert: @Sendable (Alert) -> Void
        /// Something is asked for before the board may run.
        let barrier: @Sendable () -> Void
        /// The calls' metadata at this moment: whose session they are made with.
        let metadata: @Sendable () -> CallMetadata
    }

    private struct State {
        var shown: Shown = .loading
        var actions: Commands<ScreenAction>?
        var task: Task<Void, Never>?
        /// Wakes who waits to try again; nil where nobody does.
        var retry: AsyncStream<Void>.Continuation?
        var isClosed: Bool = false
    }

    /// Pauses between two tries, at first and at most.
    static let pauses: (first: Duration, longest: Duration) = (.milliseconds(500), .seconds(8))
    /// Actions that may wait for the board: a person's clicks, and the pieces of an upload.
    static let waitingActions: Int = 16

    /// Names the screen to a browser. Nobody can guess it, and it is not reused.
    public let id: String
    /// The board that is shown.
    public let presented: PresentedScreen
    private let hearing: Hearing
    private let world: World
    private let state: Mutex<State> = Mutex(State())

    init(_ presented: PresentedScreen, id: String, world: World, hearing: Hearing) {
        self.id = id
        self.presented = presented
        self.world = world
        self.hearing = hearing
    }

    /// What there is to see now.
    public var shown: Shown { state.withLock { $0.shown } }

    /// Opens the board, and goes on until ``close()``.
    func open() {
        let task: Task<Void, Never> = Task { await world.bind { await run() } }
        state.withLock { $0.task = task }
    }

    /// Ends the activation. The board hears that no more follows.
    func close() {
        let (task, actions): (Task<Void, Never>?, Commands<ScreenAction>?) = state.withLock { state in
            state.isClosed = true
            return (state.task, state.actions)
        }
        actions?.finish()
        task?.cancel()
    }

    /// Opens the board again at once where it is not there.
    public func retry() {
        state.withLock { state in
            switch state.shown {
            case .failed, .ended: state.retry?.yield()
            case .loading, .screen: break
            }
        }
    }

    /// Hands the board what a person did, once there is room for it.
    /// - Returns: false where the board is not there.
    public func send(_ action: ScreenAction) async -> Bool {
        guard let actions: Commands<ScreenAction> = state.withLock({ $0.actions }) else { return false }
        do {
            try await actions.send(action)
            return true
        } catch {
            return false
        }
    }

    /// Does what a link of the screen leads to.
    /// - Returns: false where the element is no link, or its route means more than this shell knows.
    public func follow(_ element: String) -> Bool {
        guard case .screen(let screen) = shown, case .link(_, let route)? = screen.element(element)?.content else { return false }
        return world.bind { presented.handle(route) }
    }

    private func run() async {
        var pause: Duration = Self.pauses.first
        while !Task.isCancelled {
            let (rings, retry): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream(
                bufferingPolicy: .bufferingNewest(1))
            state.withLock { $0.retry = retry }
            let hasShown: Bool = await converse()
            guard !Task.isCancelled else { return }
            if hasShown { pause = Self.pauses.first }
            await wait(for: isPassing ? pause : nil, or: rings)
            pause = min(pause * 2, Self.pauses.longest)
        }
    }

    private var isPassing: Bool {
        if case .failed(let failure) = shown { failure.isPassing } else { false }
    }

    /// One activation, from its begin to its end.
    /// - Returns: whether it has shown anything.
    private func converse() async -> Bool {
        let actions: Commands<ScreenAction> = Commands(capacity: Self.waitingActions)
        state.withLock { $0.actions = actions }
        let end: Shown
        do {
            _ = try await CallMetadata.$current.withValue(hearing.metadata()) {
                try await presented.open(actions) { [self] in try take($0) }
            }
            if case .screen(let screen) = shown { end = .ended(screen) } else { end = .ended(nil) }
        } catch {
            end = .failed(error as? ScreenFailure ?? ScreenFailure(CallFailure<NoRefusal>(thrown: error)))
        }
        actions.finish()
        let hasShown: Bool = state.withLock { state in
            let hasShown: Bool = if case .screen = state.shown { true } else { false }
            state.actions = nil
            if !state.isClosed { state.shown = end }
            return hasShown
        }
        guard !Task.isCancelled else { return hasShown }
        if case .failed(let failure) = end, failure.isBarrier { hearing.barrier() }
        hearing.changed()
        return hasShown
    }

    private func take(_ output: ScreenOutput) throws {
        switch output {
        case .screen(let screen): show(screen)
        case .changed(let changes):
            guard case .screen(let screen) = shown else { throw ChangesBeforeScreen() }
            show(try screen.applying(changes))
        case .route(let route):
            if !presented.handle(route) {
                hearing.alert(Alert(id: "unknown-route", message: "This leads to something that this version can't show. Reload the page."))
            }
        case .alert(let alert): hearing.alert(alert)
        case .unknown: break
        }
    }

    private func show(_ screen: Screen) {
        state.withLock { $0.shown = .screen(screen) }
        hearing.changed()
    }

    /// Waits for a pause, or for somebody who wants to try again at once; without a pause for that alone.
    private func wait(for pause: Duration?, or rings: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in rings { return } }
            if let pause { group.addTask { [clock = world.clock] in try? await clock.sleep(pause) } }
            await group.next()
            group.cancelAll()
        }
    }
}

/// The board has sent changes before it sent a screen.
private struct ChangesBeforeScreen: Error {}
