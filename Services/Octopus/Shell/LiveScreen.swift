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
        case screen(PackedScreen)
        /// Why there is no screen. Where that passes, it is tried again.
        case failed(ScreenFailure)
        /// The board has ended, and did what it was opened for or not. The last screen stays to be read.
        case ended(PackedScreen?)
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
        /// What the board sends; nil while it is not activated.
        var feed: (any ScreenFeed)?
        /// The task that takes what has come, or waits to try again. There is none while nothing happens.
        var task: Task<Void, Never>?
        /// Counts the tasks.
        var runs: UInt64 = 0
        /// Whether the board is activated, or is being.
        var isOpen: Bool = false
        /// The pause before the next try.
        var pause: Duration = LiveScreen.pauses.first
        var isClosed: Bool = false
    }

    /// Pauses between two tries, at first and at most.
    static let pauses: (first: Duration, longest: Duration) = (.milliseconds(500), .seconds(8))
    /// Actions that may wait for the board: a person's clicks, and the pieces of an upload.
    static let waitingActions: Int = 16
    /// Outputs that are told together at most.
    private static let takenTogether: Int = 16

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
        let mayOpen: Bool = state.withLock { state in
            guard !state.isOpen, !state.isClosed else { return false }
            state.isOpen = true
            state.task?.cancel()
            return true
        }
        if mayOpen { run(activating: true) }
    }

    /// Ends the activation. The board hears that no more follows.
    func close() {
        // The feed is let go of behind the lock: that ends the activation.
        let (task, actions, feed): (Task<Void, Never>?, Commands<ScreenAction>?, (any ScreenFeed)?) = state.withLock { state in
            state.isClosed = true
            return (state.task.take(), state.actions.take(), state.feed.take())
        }
        actions?.finish()
        task?.cancel()
        withExtendedLifetime(feed) {}
    }

    /// Opens the board again at once where it is not there.
    public func retry() { open() }

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
        guard case .screen(let screen) = shown, case .link(_, let route)? = screen.unpacked()?.element(element)?.content else {
            return false
        }
        return world.bind { presented.handle(route) }
    }

    /// Takes what has come, and rests then.
    private func run(activating: Bool) {
        // The activation belongs to the trace of the request that opens it, and nothing that comes later does.
        let traceparent: String? = activating ? CallMetadata.current.traceparent : nil
        state.withLock { state in
            guard !state.isClosed else { return }
            // Detached: who opens the page, or rings, has nothing to do with what comes of it.
            state.runs += 1
            state.task = Task.detached { [self, run = state.runs] in
                var metadata: CallMetadata = hearing.metadata()
                metadata.traceparent = traceparent
                await world.bind {
                    await CallMetadata.$current.withValue(metadata) {
                        if activating { activate() }
                        await listen()
                    }
                }
                // A task that is over keeps its memory for as long as it is kept itself.
                self.state.withLock { if $0.runs == run { $0.task = nil } }
            }
        }
    }

    private func activate() {
        let actions: Commands<ScreenAction> = Commands(capacity: Self.waitingActions)
        let feed: any ScreenFeed = presented.open(actions)
        state.withLock { state in
            if !state.isClosed { (state.actions, state.feed) = (actions, feed) }
        }
    }

    /// Goes on as long as something comes at once. What comes later begins a task of its own: a thousand screens on which nothing happens
    /// hold none.
    private func listen() async {
        guard let feed: any ScreenFeed = state.withLock({ $0.feed }) else { return }
        // What has come together is told together, and drawn once.
        var (untold, taken): (Bool, Int) = (false, 0)
        do {
            while true {
                let rests: Bool = feed.rest { [weak self] in self?.run(activating: false) }
                if untold, rests || taken >= Self.takenTogether {
                    hearing.changed()
                    (untold, taken) = (false, 0)
                }
                if rests { return }
                guard let output: ScreenOutput = try await feed.next() else { break }
                untold = try take(output) || untold
                taken += 1
            }
            if case .screen(let screen) = shown { end(.ended(screen)) } else { end(.ended(nil)) }
        } catch {
            end(.failed(error as? ScreenFailure ?? ScreenFailure(CallFailure<NoRefusal>(thrown: error))))
        }
    }

    /// The activation has ended. What passes is tried again after a pause.
    private func end(_ end: Shown) {
        let (actions, pause): (Commands<ScreenAction>?, Duration?) = state.withLock { state in
            guard !state.isClosed else { return (nil, nil) }
            if case .screen = state.shown { state.pause = Self.pauses.first }
            (state.shown, state.feed, state.isOpen) = (end, nil, false)
            defer { state.pause = min(state.pause * 2, Self.pauses.longest) }
            return (state.actions.take(), state.pause)
        }
        actions?.finish()
        guard let pause else { return }
        if case .failed(let failure) = end, failure.isPassing { open(after: pause) }
        if case .failed(let failure) = end, failure.isBarrier { hearing.barrier() }
        hearing.changed()
    }

    private func open(after pause: Duration) {
        let waiting: Task<Void, Never> = Task.detached { [weak self, clock = world.clock] in
            if (try? await clock.sleep(pause)) != nil { self?.open() }
        }
        state.withLock { state in
            guard !state.isOpen, !state.isClosed else { return waiting.cancel() }
            state.runs += 1
            state.task = waiting
        }
    }

    /// - Returns: whether there is something new to see.
    private func take(_ output: ScreenOutput) throws -> Bool {
        switch output {
        case .screen(let screen):
            show(screen)
            return true
        case .changed(let changes):
            guard case .screen(let packed) = shown, let screen: Screen = packed.unpacked() else { throw ChangesBeforeScreen() }
            show(try screen.applying(changes))
            return true
        case .route(let route):
            if !presented.handle(route) {
                hearing.alert(Alert(id: "unknown-route", message: "This leads to something that this version can't show. Reload the page."))
            }
        case .alert(let alert): hearing.alert(alert)
        case .unknown: break
        }
        return false
    }

    private func show(_ screen: Screen) {
        let packed: PackedScreen = PackedScreen(screen)
        state.withLock { $0.shown = .screen(packed) }
    }
}

/// The board has sent changes before it sent a screen.
private struct ChangesBeforeScreen: Error {}
