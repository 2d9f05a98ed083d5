import AuthenticationIO
public import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
internal import Synchronization

/// A page that a browser has open: its flows, and a live screen for each that can be seen.
public final class OpenPage: Sendable, Identifiable {
    enum Slot: Hashable {
        case tile(UInt64)
        case primary(UInt64)
        case modal(UInt64)
        case secondary(UInt64)
    }

    struct State {
        var screens: [Slot: LiveScreen] = [:]
        var alerts: [OpenAlert] = []
        var lastID: UInt64 = 0
        /// What was left by going back, by its step: going forward presents it again.
        var left: [UInt64: Presented] = [:]
        var listenings: [NewsBell.Listening] = []
        /// Whether ``settle()`` comes by itself.
        var isSettling: Bool = false
        var start: UInt64 = 0
        var watchers: Int = 0
        /// Stands for what was drawn last; nil where nothing was.
        var drawn: Int?
        var lastLook: Duration
        var isClosed: Bool = false
    }

    /// Alerts that wait at most; a screen that says more loses its oldest.
    private static let openAlerts: Int = 8

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
    let names: PeopleNames
    let world: World
    let state: Mutex<State>

    init(id: String, link: String, flows: any PageFlows, world: World, metadata: @escaping @Sendable () -> CallMetadata) {
        self.id = id
        self.link = link
        self.flows = flows
        self.world = world
        self.metadata = metadata
        state = Mutex(State(lastLook: world.clock.uptime()))
        names = PeopleNames(clock: world.clock, ask: Self.asking(flows, world, metadata)) { [bell] in bell.ring() }
        settle()
        var listenings: [NewsBell.Listening] = [flows.primary, flows.secondary, flows.modal].map { flow in
            flow.listen { [weak self] in self?.settleSoon() }
        }
        listenings.append(flows.listen { [weak self] in self?.settleSoon() })
        listenings.append(flows.files.bell.listen { [bell] in bell.ring() })
        state.withLock { [listenings] in $0.listenings = listenings }
    }

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

    /// What people are called whom a screen or an alert shows by their ids, as far as the page knows.
    /// - Parameter id: the screen's, or the alert's.
    public func names(on id: String) -> [String: String] { names.known(on: id) }

    /// Asks with the session that the page has at the time.
    private static func asking(
        _ flows: any PageFlows, _ world: World, _ metadata: @escaping @Sendable () -> CallMetadata
    ) -> PeopleNames.Ask {
        { people in
            try await CallMetadata.$current.withValue(metadata()) { try await world.bind { try await flows.names(of: people) } }
        }
    }

    private static func slot(_ step: Flow.Step?, _ make: (UInt64) -> Slot) -> Slot? {
        guard let step, case .screen = step.presented else { return nil }
        return make(step.id)
    }

    // MARK: Screens

    /// Closes all screens.
    func close() {
        let (screens, listenings): ([LiveScreen], [NewsBell.Listening]) = state.withLock { state in
            state.isClosed = true
            defer { (state.screens, state.listenings) = ([:], []) }
            return (Array(state.screens.values), state.listenings)
        }
        withExtendedLifetime(listenings) {}
        for screen: LiveScreen in screens { screen.close() }
        names.close()
        bell.ring()
    }

    /// Opens the screens that can be seen now, and closes those that can't any more.
    func settle() {
        let wanted: [(slot: Slot, screen: PresentedScreen)] = wantedScreens()
        let (opened, closed, silenced): ([LiveScreen], [LiveScreen], [OpenAlert]) = state.withLock { state in
            guard !state.isClosed else { return ([], [], []) }
            let slots: Set<Slot> = Set(wanted.map(\.slot))
            let gone: [Slot] = state.screens.keys.filter { !slots.contains($0) }
            let closed: [LiveScreen] = gone.compactMap { state.screens.removeValue(forKey: $0) }
            let silenced: [OpenAlert] = state.alerts.filter { alert in closed.contains { $0 === alert.screen } }
            state.alerts.removeAll { alert in closed.contains { $0 === alert.screen } }
            var opened: [LiveScreen] = []
            for (slot, presented): (Slot, PresentedScreen) in wanted where state.screens[slot] == nil {
                state.lastID += 1
                let screen: LiveScreen = LiveScreen(presented, id: "\(id)-\(state.lastID)", world: world, hearing: hearing(slot))
                state.screens[slot] = screen
                opened.append(screen)
            }
            return (opened, closed, silenced)
        }
        for screen: LiveScreen in closed { screen.close() }
        for id: String in closed.map(\.id) + silenced.map(\.id) { names.look(at: [], on: id) }
        for screen: LiveScreen in opened { screen.open() }
        if !opened.isEmpty || !closed.isEmpty { bell.ring() }
    }

    /// Settles after what is under way: a flow changes in several steps, and what is in between is not to be opened.
    private func settleSoon() {
        let isFirst: Bool = state.withLock { state in
            defer { state.isSettling = true }
            return !state.isSettling && !state.isClosed
        }
        guard isFirst else { return }
        let metadata: CallMetadata = CallMetadata(traceparent: CallMetadata.current.traceparent)
        Task.detached { [weak self] in
            self?.state.withLock { $0.isSettling = false }
            CallMetadata.$current.withValue(metadata) { self?.settle() }
        }
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
            case .screen(let screen), .ended(let screen?): names.look(at: screen.people, on: live.id)
            case .loading, .failed, .ended(nil): break
            }
        }
        bell.ring()
    }

    private func add(_ alert: Alert, of slot: Slot) {
        let (id, dropped): (String, OpenAlert?) = state.withLock { state in
            state.lastID += 1
            let open: OpenAlert = OpenAlert(id: "a\(state.lastID)", alert: alert, screen: state.screens[slot], presented: nil)
            state.alerts.append(open)
            return (open.id, state.alerts.count > Self.openAlerts ? state.alerts.removeFirst() : nil)
        }
        names.look(at: alert.people, on: id)
        if let dropped { names.look(at: [], on: dropped.id) }
        bell.ring()
    }
}
