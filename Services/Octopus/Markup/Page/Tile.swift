public import ColonnadeSystemIO

/// One screen's place on a page.
public struct Tile: Sendable {
    /// Names the screen in addresses and DOM ids. Opaque, and made by the shell.
    public var id: String
    /// What is in it now.
    public var state: TileState
    /// Whether there is a screen behind it to go back to.
    public var canGoBack: Bool
    /// Where the browser gets pictures: the shell's address for them, or nothing, so that they stand in the page.
    public var images: ImageSource

    /// A tile; one that is loading and has nothing behind it, unless it is said otherwise.
    public init(id: String, state: TileState = .loading(name: nil), canGoBack: Bool = false, images: ImageSource = .inPage) {
        self.id = id
        self.state = state
        self.canGoBack = canGoBack
        self.images = images
    }
}

/// What is in a tile.
public enum TileState: Sendable {
    /// Nothing yet. The name says what is coming, where it is known.
    case loading(name: ScreenText?)
    /// The screen.
    case shown(Screen)
    /// The screen is not there.
    case failed(TileFailure)
}

/// Why a screen is not there.
public struct TileFailure: Hashable, Sendable {
    /// What would be there; nil where it is not known.
    public var name: ScreenText?
    /// What a person reads, with what to do.
    public var message: ScreenText
    /// The crash report's id; nil where nothing crashed.
    public var report: String?
    /// Whether trying again may help.
    public var canTryAgain: Bool

    /// A failure in words for a person.
    public init(name: ScreenText? = nil, message: ScreenText, report: String? = nil, canTryAgain: Bool) {
        self.name = name
        self.message = message
        self.report = report
        self.canTryAgain = canTryAgain
    }
}

/// Where a browser gets the pictures of a screen.
public enum ImageSource: Hashable, Sendable {
    /// They stand in the page itself.
    case inPage
    /// The shell answers ``PageAddress/image(screen:element:)`` with the bytes, their media type, `nosniff` and
    /// `Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox`.
    case served
}
