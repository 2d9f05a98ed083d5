public import AuthenticationIO
public import ColonnadeContract
public import ColonnadePresentation
public import ColonnadeSystemIO

/// The flows of one page: what it shows, and what follows from what its screens say. A suite makes them; the shell draws them.
public protocol PageFlows: AnyObject, Sendable {
    /// What is shown side by side where ``primary`` shows nothing: the home page.
    var tiles: [PageTile] { get }
    /// The page itself.
    var primary: Flow { get }
    /// What is shown beside the page, such as alerts.
    var secondary: Flow { get }
    /// What is shown over the page until it is dealt with.
    var modal: Flow { get }
    /// Files that the flows give to the person.
    var files: FileOffers { get }
    /// Where the person can go from everywhere.
    var places: [NavigationPlace] { get }

    /// Calls `hear` at each change of ``tiles`` or ``places``, until what this gives is let go of.
    func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening

    /// Goes where the app starts for this person.
    func start()

    /// Goes where a deep link leads.
    /// - Returns: false where no flow knows the route.
    func open(_ route: Route, of vertical: String) -> Bool

    /// Presents signing in, where it is not presented already: a screen waits for it.
    func askForSignIn()

    /// Goes on as this person, or as nobody.
    func become(_ person: SignedIn?)

    /// What people are called whom a screen shows by their ids, as far as who looks may know; the others are left out.
    /// - Throws: why nobody can say at the moment.
    func names(of people: Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String]

    /// Goes on for a minor for whom the person acts, or for themselves.
    func act(for ward: SignedIn?)
}

/// A screen on the home page, beside others.
public struct PageTile: Sendable, Identifiable {
    /// No tile of the page has had it before.
    public let id: UInt64
    /// What is shown until the screen has come.
    public let title: ScreenText
    /// What the tile shows.
    public let screen: PresentedScreen

    /// A tile from its parts.
    public init(id: UInt64, title: ScreenText, screen: PresentedScreen) {
        self.id = id
        self.title = title
        self.screen = screen
    }
}

/// A place that a person can go to from everywhere.
public struct NavigationPlace: Hashable, Sendable {
    /// What stands on it.
    public let title: ScreenText
    /// Its deep link: `/appointments`.
    public let path: String

    /// A place by its deep link.
    public init(title: ScreenText, path: String) {
        self.title = title
        self.path = path
    }
}
