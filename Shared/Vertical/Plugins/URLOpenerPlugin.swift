public import ColonnadeSystemIO

/// One deep link of a vertical.
///
/// ```swift
/// struct PlaceURLOpenerPlugin: URLOpenerPlugin {
///     let matchingPath: String = "/places/{id}"
///
///     func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
///         Route(MapsLink.place(id: parameters["id"] ?? ""))
///     }
/// }
/// ```
/// What a link leads to is a route, as a screen's: a DTO of the vertical's InOut file. A flow of the shell decides what is shown then, so
/// that a browser, `svc-supervisor open` and a link in a message all arrive at the same place.
public protocol URLOpenerPlugin: Sendable {
    /// The paths that it opens, as a ``LinkPattern``: `/places/{id}`. Conflicts with other patterns of the suite are found before it starts.
    var matchingPath: String { get }

    /// Looks at a link that matches, before anything is done with it.
    /// - Throws: why it is not opened, in words that a person reads.
    func validate(_ parameters: LinkParameters) throws(LinkRefusal)

    /// What the link leads to. Called with the session of whoever opens it.
    /// - Parameter parameters: those of the path and of the query, by name. Each is at most as long as a URL.
    /// - Throws: why it is not opened, in words that a person reads.
    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) async throws(LinkRefusal) -> Route
}

extension URLOpenerPlugin {
    /// Takes every link that matches.
    public func validate(_ parameters: LinkParameters) throws(LinkRefusal) {}
}

/// Why a deep link that matches is not opened.
public struct LinkRefusal: Error, Hashable {
    /// What a person reads, with what to do.
    public let reason: String

    /// A refusal in words that a person reads.
    public init(_ reason: String) {
        self.reason = reason
    }
}
