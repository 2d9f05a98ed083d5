public import ColonnadePresentation
public import ColonnadeSystemIO

/// The flows of one page: what it shows, and what follows from what its screens say. A suite makes them; the shell draws them.
public protocol PageFlows: AnyObject, Sendable {
    /// What is shown side by side where ``primary`` shows nothing: the home page.
    var tiles: [PresentedScreen] { get }
    /// The page itself.
    var primary: Flow { get }
    /// What is shown beside the page, such as alerts.
    var secondary: Flow { get }
    /// What is shown over the page until it is dealt with.
    var modal: Flow { get }

    /// Files that the flows give to the person.
    var files: FileOffers { get }

    /// Goes where a deep link leads.
    /// - Returns: false where no flow knows the route.
    func open(_ route: Route, of vertical: String) -> Bool

    /// Presents signing in, where it is not presented already: a screen waits for it.
    func askForSignIn()
}

/// The browser that a page belongs to, as its flows see it.
public protocol FlowVisitor: AnyObject, Sendable {
    /// Who has signed in; nil for nobody.
    var person: Person? { get }
    /// The address that the browser comes from, without a port: what sign-in counts attempts by.
    var place: String { get }

    /// Notes that somebody has signed in. What waited for it goes on.
    func signIn(_ person: Person)

    /// Forgets who has signed in, and all that was open for them.
    func signOut()
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
