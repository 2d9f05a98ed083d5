public import AuthenticationIO
public import ColonnadeContract
public import ColonnadePresentation
public import ColonnadeSystemIO
public import ColonnadeWorld
private import Synchronization

/// The flows of one page: what it shows, and what comes after what.
///
/// A shell makes one for each page, shows ``modal`` over ``primary`` with ``secondary`` beside it, and the ``tiles`` where ``primary`` shows
/// nothing. It hands a screen's routes to the screen, which lead here, and says by ``become(_:)`` whose session it calls with. Any task may
/// use it. The screens hold the flows weakly: once the shell lets go of them, their routes lead nowhere.
public final class AppFlows: FlowController {
    /// What this page has.
    public let app: MicroApp
    let signIn: SignInFlow
    let account: AccountFlow
    let appointments: AppointmentListFlow
    let records: RecordsFlow
    let places: PlacesFlow
    let visit: Visit
    private let stage: Stage
    private let events: AppEvents
    private let home: Mutex<HomePage> = Mutex(HomePage())
    private let bell: NewsBell

    /// Flows that show nothing yet; ``start()`` does.
    /// - Parameters:
    ///   - app: what the page has, and where it starts.
    ///   - visitor: who looks at it.
    ///   - world: has the suite configured; what builders see.
    ///   - events: what the shell is told.
    public init(_ app: MicroApp, for visitor: FlowVisitor, in world: World, events: AppEvents) {
        let stage: Stage = Stage(world: world)
        let visit: Visit = Visit(visitor)
        // The flows are here before the page is: what they say to it goes by a reference that is set last.
        let page: PageReference = PageReference()
        let onward: @Sendable (AppRoute) -> Void = { page.value?.handle($0) }
        self.app = app
        self.stage = stage
        self.visit = visit
        self.events = events
        bell = NewsBell()
        signIn = SignInFlow(on: stage, for: visit, onward: onward)
        account = AccountFlow(on: stage, for: visit, onward: onward)
        records = RecordsFlow(on: stage, for: visit, in: app, onward: onward)
        places = PlacesFlow(on: stage)
        appointments = AppointmentListFlow(on: stage, for: visit, places: places, onward: onward)
        page.value = self
        renewHome()
    }

    public var primary: Flow { stage.primary }
    public var secondary: Flow { stage.secondary }
    public var modal: Flow { stage.modal }

    /// What the page shows where ``primary`` shows nothing, in this order; each screen loads alone.
    public var tiles: [HomeTile] { home.withLock { $0.tiles } }

    /// Where the page's navigation leads.
    public var destinations: [Destination] { Destination.all(in: app, for: visit.session, isActing: visit.ward != nil) }

    /// For whom the person acts, by name; nil for themselves.
    public var actingFor: String? { visit.ward?.session.name }

    /// Calls `hear` at each change of ``tiles``, ``destinations`` or ``actingFor``, until what this gives is let go of. The three flows are
    /// listened to apart.
    public func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening { bell.listen(hear) }

    /// Shows where the app starts, or its home page where that is not for this person.
    public func start() {
        go(to: destinations.contains(app.start) ? app.start : .home)
    }

    /// Shows where a link of the navigation leads, in the place of what was shown.
    public func go(to destination: Destination) {
        // What stands over the page leaves it as it is.
        if !destination.step.isOverPage { primary.reset() }
        go(to: destination.step.whileActing(for: visit.ward))
    }

    /// Shows what belongs to a step, on top of what is shown.
    public func go(to step: AppStep) {
        guard step.part.map(app.parts.contains) ?? true else {
            stage.tell("This app does not have what comes next.")
            return
        }
        switch step {
        case .home: primary.reset()
        case .signIn(let step): signIn.go(to: step)
        case .account(let step): account.go(to: step)
        case .appointments(let step): appointments.go(to: step)
        case .records(let step): records.go(to: step)
        case .places(let step): places.go(to: step)
        }
    }

    /// Shows where a deep link leads, in the place of what was shown.
    /// - Parameters:
    ///   - route: what the vertical says by its URL opener.
    ///   - vertical: the vertical's name: `clinical-records`.
    /// - Returns: false where this app has nothing for it. Nothing is shown then.
    public func open(_ route: ColonnadeSystemIO.Route, of vertical: String) -> Bool {
        guard let step: AppStep = AppStep(link: route, of: vertical), step.part.map(app.parts.contains) ?? true else { return false }
        if !step.isOverPage { primary.reset() }
        go(to: step.whileActing(for: visit.ward))
        return true
    }

    /// Lets somebody sign in, over the page: a screen's ``ScreenFailure/isBarrier`` says that it waits for that. Several may say so.
    public func signInNeeded() {
        signIn.ask()
    }

    /// Goes on as this person, or as nobody. What another person had opened is closed; what waited for somebody to sign in stays.
    public func become(_ session: SessionDescription?) {
        let before: SessionDescription? = visit.become(session)
        // At the end: whoever sees that it is gone finds the page where it is to be.
        defer { if session != nil { signIn.close() } }
        guard before?.id != session?.id else { return }
        if before != nil, before?.user != session?.user {
            for flow: Flow in [primary, secondary, modal] { flow.reset() }
        }
        if session != nil, primary.top == nil { start() }
        renewHome()
    }

    /// From here on the person acts for this minor; nil for themselves. What was shown for somebody else is closed.
    public func act(for ward: SignedIn?) {
        guard visit.ward?.session.id != ward?.session.id else { return }
        visit.act(for: ward)
        primary.reset()
        renewHome()
    }

    /// What people are called whom a screen shows by their ids, as records say to who looks; nobody, where the app has no records.
    /// - Parameter people: as many as clinical-records names in one call.
    public func names(of people: Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String] {
        guard app.parts.contains(.records) else { return [:] }
        return try await stage.build { Builder.ClinicalRecords.makeNames() }(people)
    }

    public func handle(_ route: AppRoute) {
        switch route {
        case .signedIn(let signedIn):
            events.signedIn(signedIn)
            become(signedIn.session)
        case .signedOut:
            events.signedOut()
            become(nil)
        case .actingFor(let ward):
            events.actingFor(ward)
            act(for: ward)
        case .onward(let step): go(to: step)
        case .download(let file): events.download(file)
        }
    }

    private func renewHome() {
        home.withLock { $0.renew(makeTiles()) }
        bell.ring()
    }
}

/// The tiles of a page, with numbers that no tile has had before.
private struct HomePage {
    private(set) var tiles: [HomeTile] = []
    private var last: UInt64 = 0

    mutating func renew(_ screens: [(title: ScreenText, screen: PresentedScreen)]) {
        tiles = []
        for (title, screen): (ScreenText, PresentedScreen) in screens {
            last += 1
            tiles.append(HomeTile(id: last, title: title, screen: screen))
        }
    }
}

/// The page, for flows that it holds.
private final class PageReference: Sendable {
    private let page: Mutex<WeakPage> = Mutex(WeakPage())

    var value: AppFlows? {
        get { page.withLock { $0.value } }
        set { page.withLock { $0.value = newValue } }
    }

    private struct WeakPage {
        weak var value: AppFlows?
    }
}
