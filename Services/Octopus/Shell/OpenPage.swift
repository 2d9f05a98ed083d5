import AuthenticationIO
public import ColonnadeContract
import ColonnadePresentation
public import ColonnadeSystemIO
public import ColonnadeWorld
private import Synchronization

/// A page that a browser has open: its flows, and a live screen for each that can be seen.
public final class OpenPage: Sendable, Identifiable {
    /// What can be seen of the page now.
    public struct View: Sendable {
        /// The page itself: one screen, or the home page's tiles.
        public let main: [LiveScreen]
        /// What lies over the page.
        public let modal: LiveScreen?
        /// What lies beside the page.
        public let secondary: LiveScreen?
        /// What is to be told.
        public let alerts: [OpenAlert]
        /// Names what the primary flow shows, 0 for the home page; it stands in the page's address, so that back and forward work.
        public let step: UInt64
        /// Whether names of people are on their way.
        let isNaming: Bool

        private var screens: [LiveScreen] { main + [modal, secondary].compactMap { $0 } }

        /// Whether every screen has something to show.
        public var isComplete: Bool { !isNaming && screens.allSatisfy { $0.shown != .loading } }

        /// Whether a screen is loading, or says that it is at work.
        public var isAtWork: Bool {
            screens.contains { live in
                switch live.shown {
                case .loading: true
                case .screen(let screen): screen.elements.contains { if case .progress = $0.content { true } else { false } }
                case .failed, .ended: false
                }
            }
        }
    }

    /// An alert that waits for an answer.
    public struct OpenAlert: Sendable, Identifiable {
        /// Names it to the browser.
        public let id: String
        /// What is to be told.
        public let alert: Alert
        /// The screen that tells it; nil where a flow does.
        public let screen: LiveScreen?
        fileprivate let presented: PresentedAlert?
    }

    private enum Slot: Hashable {
        case tile(UInt64)
        case primary(UInt64)
        case modal(UInt64)
        case secondary(UInt64)
    }

    private struct State {
        var screens: [Slot: LiveScreen] = [:]
        var alerts: [OpenAlert] = []
        var lastID: UInt64 = 0
        /// What was left by going back, by its step: going forward presents it again.
        var left: [UInt64: Presented] = [:]
        var task: Task<Void, Never>?
        var start: UInt64 = 0
        var watchers: Int = 0
        /// Stands for what was drawn last; nil where nothing was.
        var drawn: Int?
        var lastLook: Duration
        var isClosed: Bool = false
    }

    /// Alerts that wait at most; a screen that says more loses its oldest.
    private static let openAlerts: Int = 8
    /// Steps that are kept for going forward.
    private static let leftSteps: Int = 16

    /// Names the page in its address.
    public let id: String
    /// What the page was opened with: a path and a query.
    public let link: String
    /// Rings when there is something new to see.
    public let bell: NewsBell = NewsBell()
    /// The page's flows.
    public let flows: any PageFlows
    /// The metadata of the page's calls at this moment: whose session they are made with.
    public let metadata: @Sendable () -> CallMetadata
    private let names: PeopleNames
    private let world: World
    private let state: Mutex<State>

    init(id: String, link: String, flows: any PageFlows, world: World, metadata: @escaping @Sendable () -> CallMetadata) {
        self.id = id
        self.link = link
        self.flows = flows
        self.world = world
        self.metadata = metadata
        state = Mutex(State(lastLook: world.clock.uptime()))
        names = PeopleNames(clock: world.clock, ask: Self.asking(flows, world, metadata)) { [bell] in bell.ring() }
        settle()
        let task: Task<Void, Never> = Task { [weak self, flows] in
            await withDiscardingTaskGroup { group in
                for flow: Flow in [flows.primary, flows.secondary, flows.modal] {
                    group.addTask { for await _ in flow.listen() { self?.settle() } }
                }
                group.addTask { for await _ in flows.files.bell.listen() { self?.bell.ring() } }
                group.addTask { for await _ in flows.listen() { self?.settle() } }
            }
        }
        state.withLock { $0.task = task }
    }

    deinit { state.withLock { $0.task }?.cancel() }

    // MARK: What is seen

    /// What can be seen now.
    public var view: View {
        settle()
        return state.withLock { state in
            func screen(_ slot: Slot?) -> LiveScreen? { slot.flatMap { state.screens[$0] } }
            let tiles: [LiveScreen] = flows.primary.top == nil ? flows.tiles.compactMap { state.screens[.tile($0.id)] } : []
            return View(
                main: tiles + [screen(Self.slot(flows.primary.top, Slot.primary))].compactMap { $0 },
                modal: screen(Self.slot(flows.modal.top, Slot.modal)), secondary: screen(Self.slot(flows.secondary.top, Slot.secondary)),
                alerts: state.alerts + flowAlerts, step: flows.primary.top?.id ?? 0, isNaming: names.isAsking)
        }
    }

    /// One of the screens that can be seen; nil where there is none of that id.
    public func screen(_ id: String) -> LiveScreen? {
        state.withLock { $0.screens.values.first { $0.id == id } }
    }

    /// What a screen shows, with the names of people where it has their ids and the page knows them.
    public func named(_ screen: LiveScreen) -> LiveScreen.Shown {
        switch screen.shown {
        case .screen(let shown): .screen(names.write(shown, id: screen.id))
        case .ended(let shown?): .ended(names.write(shown, id: screen.id))
        case .loading, .failed, .ended(nil): screen.shown
        }
    }

    /// Asks with the session that the page has at the time.
    private static func asking(
        _ flows: any PageFlows, _ world: World, _ metadata: @escaping @Sendable () -> CallMetadata
    ) -> PeopleNames.Ask {
        { people in
            try await CallMetadata.$current.withValue(metadata()) { try await world.bind { try await flows.names(of: people) } }
        }
    }

    private var flowAlerts: [OpenAlert] {
        [(flows.secondary, "s"), (flows.modal, "m"), (flows.primary, "p")].compactMap { flow, name in
            guard let top: Flow.Step = flow.top, case .alert(let presented) = top.presented else { return nil }
            return OpenAlert(id: "\(name)\(top.id)", alert: presented.alert, screen: nil, presented: presented)
        }
    }

    private static func slot(_ step: Flow.Step?, _ make: (UInt64) -> Slot) -> Slot? {
        guard let step, case .screen = step.presented else { return nil }
        return make(step.id)
    }

    /// Whether what can be seen is what was drawn last for a browser.
    public var isDrawn: Bool {
        let mark: Int = mark()
        return state.withLock { $0.drawn == mark }
    }

    /// Notes that what can be seen now was drawn for a browser.
    public func noteDrawn() {
        let mark: Int = mark()
        state.withLock { $0.drawn = mark }
    }

    /// Stands for what can be seen, the files that are offered, and whether the page is open.
    /// - Parameter screen: the only screen whose content counts, by its id; nil for all. The others may change by themselves meanwhile.
    public func changeMark(of screen: String? = nil) -> Int {
        var hasher: Hasher = Hasher()
        hasher.combine(mark(of: screen))
        hasher.combine(view.step)
        hasher.combine(flows.files.newest)
        hasher.combine(isClosed)
        return hasher.finalize()
    }

    private func mark(of only: String? = nil) -> Int {
        let view: View = view
        var hasher: Hasher = Hasher()
        for screen: LiveScreen in view.main + [view.modal, view.secondary].compactMap({ $0 }) {
            hasher.combine(screen.id)
            if only == nil || only == screen.id { hasher.combine(screen.shown) }
        }
        if only == nil { hasher.combine(names.mark) }
        for alert: OpenAlert in view.alerts { hasher.combine(alert.id) }
        return hasher.finalize()
    }

    // MARK: What a person does

    /// Answers an alert: with a choice, or nil where it is closed without one.
    public func answer(_ id: String, _ choice: String?) async {
        let open: OpenAlert? = state.withLock { state in
            state.alerts.firstIndex { $0.id == id }.map { state.alerts.remove(at: $0) }
        }
        if let open {
            if let choice { _ = await open.screen?.send(ScreenAction(open.alert.id, .chosen(choice))) }
        } else if let presented: PresentedAlert = flowAlerts.first(where: { $0.id == id })?.presented {
            let before: UInt64? = flows.secondary.top?.id
            world.bind { presented.answer(choice) }
            if flows.secondary.top?.id == before, case .alert? = flows.secondary.top?.presented { flows.secondary.dismiss() }
        }
        bell.ring()
    }

    /// Goes back one step of the page.
    public func back() {
        if let top: Flow.Step = flows.primary.top { leave(top) }
        settle()
    }

    /// Takes away what lies over the page.
    public func dismissModal() {
        flows.modal.dismiss()
        settle()
    }

    /// Goes to a step that the address names: back to one that is still there, or forward to one that was left.
    public func go(to step: UInt64) {
        let steps: [UInt64] = flows.primary.layers.flatMap { $0 }.map(\.id)
        if step == 0 || steps.contains(step) {
            while let top: Flow.Step = flows.primary.top, top.id != step { leave(top) }
        } else if let presented: Presented = state.withLock({ $0.left.removeValue(forKey: step) }) {
            flows.primary.push(presented)
        }
        settle()
    }

    private func leave(_ top: Flow.Step) {
        flows.primary.back()
        state.withLock { state in
            state.left[top.id] = top.presented
            while state.left.count > Self.leftSteps, let oldest: UInt64 = state.left.keys.min() { state.left[oldest] = nil }
        }
    }

    /// Signing in or out has changed whose page it is: screens that were refused are opened again.
    func become(_ person: SignedIn?) {
        world.bind { flows.become(person) }
        names.renew()
        settle()
        for screen: LiveScreen in state.withLock({ Array($0.screens.values) }) { screen.retry() }
        bell.ring()
    }

    /// Notes that the step that is shown now is the one that the page's link leads to.
    public func noteStart() {
        let step: UInt64 = flows.primary.top?.id ?? 0
        state.withLock { $0.start = step }
    }

    /// Goes to the step that the page's link leads to.
    public func goToStart() { go(to: state.withLock { $0.start }) }

    /// Waits until what can be seen is as wanted, for a time at most.
    public func wait(within time: Duration, clock: WorldClock, until isReached: @escaping @Sendable () -> Bool) async {
        let rings: AsyncStream<Void> = bell.listen()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var rings: AsyncStream<Void>.AsyncIterator = rings.makeAsyncIterator()
                repeat { if isReached() { return } } while await rings.next() != nil
            }
            group.addTask { try? await clock.sleep(time) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The person goes on for a minor, or for themselves.
    func act(for ward: SignedIn?) {
        world.bind { flows.act(for: ward) }
        names.renew()
        settle()
        bell.ring()
    }

    // MARK: Life

    /// Counts a browser that follows the page, until ``unwatch()``.
    public func watch() {
        state.withLock { $0.watchers += 1 }
    }

    /// Ends ``watch()``.
    public func unwatch() {
        let now: Duration = world.clock.uptime()
        state.withLock { state in
            state.watchers -= 1
            state.lastLook = now
        }
    }

    /// Notes that somebody looks at the page now.
    public func look() {
        let now: Duration = world.clock.uptime()
        state.withLock { $0.lastLook = now }
        names.askAgain()
    }

    /// When somebody looked last; nil while a browser follows the page.
    var lastLook: Duration? { state.withLock { $0.watchers > 0 ? nil : $0.lastLook } }

    /// Whether a browser follows the page now.
    public var isWatched: Bool { state.withLock { $0.watchers > 0 } }

    /// Whether it has been closed: who follows it stops.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes all screens.
    func close() {
        let (screens, task): ([LiveScreen], Task<Void, Never>?) = state.withLock { state in
            state.isClosed = true
            defer { state.screens = [:] }
            return (Array(state.screens.values), state.task)
        }
        for screen: LiveScreen in screens { screen.close() }
        names.close()
        task?.cancel()
        bell.ring()
    }

    /// Opens the screens that can be seen now, and closes those that can't any more.
    private func settle() {
        let wanted: [(slot: Slot, screen: PresentedScreen)] = wantedScreens()
        let (opened, closed): ([LiveScreen], [LiveScreen]) = state.withLock { state in
            guard !state.isClosed else { return ([], []) }
            let slots: Set<Slot> = Set(wanted.map(\.slot))
            let gone: [Slot] = state.screens.keys.filter { !slots.contains($0) }
            let closed: [LiveScreen] = gone.compactMap { state.screens.removeValue(forKey: $0) }
            state.alerts.removeAll { alert in closed.contains { $0 === alert.screen } }
            var opened: [LiveScreen] = []
            for (slot, presented): (Slot, PresentedScreen) in wanted where state.screens[slot] == nil {
                state.lastID += 1
                let screen: LiveScreen = LiveScreen(presented, id: "\(id)-\(state.lastID)", world: world, hearing: hearing(slot))
                state.screens[slot] = screen
                opened.append(screen)
            }
            return (opened, closed)
        }
        for screen: LiveScreen in closed {
            screen.close()
            names.look(at: nil, id: screen.id)
        }
        for screen: LiveScreen in opened { screen.open() }
        if !opened.isEmpty || !closed.isEmpty { bell.ring() }
    }

    private func wantedScreens() -> [(slot: Slot, screen: PresentedScreen)] {
        var wanted: [(slot: Slot, screen: PresentedScreen)] = []
        func add(_ step: Flow.Step?, _ make: (UInt64) -> Slot) {
            if let step, case .screen(let screen) = step.presented { wanted.append((make(step.id), screen)) }
        }
        if flows.primary.top == nil { wanted = flows.tiles.map { (.tile($0.id), $0.screen) } }
        add(flows.primary.top, Slot.primary)
        add(flows.secondary.top, Slot.secondary)
        add(flows.modal.top, Slot.modal)
        return wanted
    }

    private func hearing(_ slot: Slot) -> LiveScreen.Hearing {
        LiveScreen.Hearing(
            changed: { [weak self] in self?.noteChange(of: slot) },
            alert: { [weak self] in self?.add($0, of: slot) },
            barrier: { [weak self] in self?.flows.askForSignIn() },
            metadata: metadata)
    }

    private func noteChange(of slot: Slot) {
        if let live: LiveScreen = state.withLock({ $0.screens[slot] }) {
            switch live.shown {
            case .screen(let screen), .ended(let screen?): names.look(at: screen, id: live.id)
            case .loading, .failed, .ended(nil): break
            }
        }
        bell.ring()
    }

    private func add(_ alert: Alert, of slot: Slot) {
        state.withLock { state in
            state.lastID += 1
            state.alerts.append(OpenAlert(id: "a\(state.lastID)", alert: alert, screen: state.screens[slot], presented: nil))
            if state.alerts.count > Self.openAlerts { state.alerts.removeFirst() }
        }
        bell.ring()
    }
}
