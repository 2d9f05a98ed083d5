import ColonnadeContract

/// What an app's shell offers to the operator: where it is, and deep links without a browser.
public protocol ShellInterface: Interface where Refused == NoRefusal {
    /// Opens a deep link as a browser does, with the session of the call, and tells which handler ran and what it shows.
    func openURL(_ input: OpenRequest) async throws(Failure) -> OpenedURL

    /// Where people find the app, in a sentence; or why they do not.
    func home(_ input: HomeRequest) async throws(Failure) -> String
}

/// Asks where the app is.
public struct HomeRequest: Idempotent, Hashable, Sendable {
    /// A request; there is nothing to say.
    public init() {}
}

/// Asks a shell to open a deep link.
public struct OpenRequest: Idempotent, Hashable, Sendable {
    /// A URL, or a path with a query: `/appointments/7`. At most 4,096 bytes.
    public let url: String

    /// A question about one URL.
    public init(url: String) {
        self.url = url
    }
}

/// What came of a deep link.
public struct OpenedURL: Hashable, Sendable {
    /// Where a browser shows the same.
    public let address: String
    /// The pattern that won; nil where none matches.
    public let handler: LinkHandler?
    /// What came of it.
    public let outcome: OpenOutcome
    /// Verticals that could not be asked: a link of theirs is not found.
    public let unreachable: [String]

    /// What came of a link.
    public init(address: String, handler: LinkHandler? = nil, outcome: OpenOutcome, unreachable: [String] = []) {
        self.address = address
        self.handler = handler
        self.outcome = outcome
        self.unreachable = unreachable
    }
}

/// The vertical that opens a deep link.
public struct LinkHandler: Hashable, Sendable {
    /// Its name: `clinical-records`.
    public let vertical: String
    /// The pattern that won: `/appointments/{id}`.
    public let pattern: String
    /// Others that match as well, and say less: `/appointments/{id} of appointments`.
    public let others: [String]

    /// A vertical with its pattern.
    public init(vertical: String, pattern: String, others: [String] = []) {
        self.vertical = vertical
        self.pattern = pattern
        self.others = others
    }
}

/// How opening a deep link ends.
public enum OpenOutcome: Hashable, Sendable {
    /// A screen is shown: the board that ran, as `Appointments.appointmentScreen`, and the screen as text.
    case opened(board: String, text: String)
    /// The handler's validator says no.
    case refused(reason: String)
    /// A barrier before the screen asks for something first, such as signing in.
    case barrier(board: String, reason: String)
    /// The screen failed.
    case failed(board: String, reason: String)
    /// No pattern matches; the nearest one, where there is one.
    case unmatched(nearest: String?)
    /// What a newer shell says.
    case unknown(Unrecognized)
}
