public import ColonnadeSystemIO

/// What a browser shows at once: tiles of several verticals, and what lies over them.
public struct Page: Sendable {
    /// Names the page in its addresses. Opaque, and made by the shell.
    public var id: String
    /// The heading of a page with several tiles, and the window's title. Nil for the title of the only tile.
    public var title: ScreenText?
    /// What the whole application is called.
    public var application: ScreenText
    /// What every form of the page carries, so that no other site can send one.
    public var token: String
    /// Who is signed in; nil where nobody is.
    public var visitor: String?
    /// The ways to the application's other pages.
    public var navigation: [PageLink]
    /// What the page shows, the most important first.
    public var tiles: [Tile]
    /// What lies over the tiles until it is done or dismissed; nil where nothing does.
    public var modal: Tile?
    /// What a person is told at once, over all else. The first is shown; the next once it is answered.
    public var alerts: [PageAlert]
    /// The step that is shown, from which the event stream goes on where scripts run; nil where no changes arrive by themselves.
    public var step: UInt64?

    /// A page with nothing on it yet.
    public init(
        id: String, title: ScreenText? = nil, application: ScreenText, token: String, visitor: String? = nil,
        navigation: [PageLink] = [], tiles: [Tile] = [], modal: Tile? = nil, alerts: [PageAlert] = [], step: UInt64? = 0
    ) {
        self.id = id
        self.title = title
        self.application = application
        self.token = token
        self.visitor = visitor
        self.navigation = navigation
        self.tiles = tiles
        self.modal = modal
        self.alerts = alerts
        self.step = step
    }
}

/// A way to another page of the application.
public struct PageLink: Hashable, Sendable {
    /// What stands on it.
    public var title: ScreenText
    /// Where it leads: a path on this host, as in `/appointments`. Anything else leads to `/`.
    public var path: String
    /// Whether the page that is shown is this one.
    public var isCurrent: Bool

    /// A way to the page at a path of this host.
    public init(title: ScreenText, path: String, isCurrent: Bool = false) {
        self.title = title
        self.path = path
        self.isCurrent = isCurrent
    }
}

/// An alert, and what its answer is sent to.
public struct PageAlert: Hashable, Sendable {
    /// The id in the address of the answer, as a screen has one.
    public var screen: String
    /// What is told.
    public var alert: Alert

    /// An alert of a screen, or of a flow by an id that the shell gives it.
    public init(screen: String, alert: Alert) {
        self.screen = screen
        self.alert = alert
    }
}
