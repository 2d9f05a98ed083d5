import HTTPTypes
import Hummingbird
import OctopusShell

/// The cookie that tells a browser's visitor, and the checks that a request is the browser's own.
struct VisitorCookie: Sendable {
    let configuration: DoorConfiguration
    let book: VisitorBook

    /// With TLS, browsers take a cookie of this name from this host alone, and by TLS alone.
    private var name: String { configuration.isSecure ? "__Host-octopus" : "octopus" }

    /// The browser that a request comes from; nil where it is not known.
    func find(_ request: Request) -> Visitor? {
        request.cookies[name].flatMap { book.find($0.value) }
    }

    /// The browser that a request comes from, known from now on.
    func findOrAdd(_ request: Request, _ context: DoorContext) -> Visitor {
        find(request) ?? book.add(from: place(request, context))
    }

    /// Brings the cookie with an answer, where the browser has none or another.
    func set(_ visitor: Visitor, for request: Request, on response: inout Response) {
        let value: String = book.cookie(of: visitor)
        guard request.cookies[name]?.value != value else { return }
        response.setCookie(
            Cookie(name: name, value: value, path: "/", secure: configuration.isSecure, httpOnly: true, sameSite: .strict))
    }

    /// The address that counts for a browser: its own, or what a proxy says that is believed. IPv6 by its network (/64).
    func place(_ request: Request, _ context: DoorContext) -> String {
        var address: String = context.address
        if configuration.proxies.contains(address), let forwarded: HTTPField.Name = HTTPField.Name("X-Forwarded-For"),
            let last: Substring = request.headers[forwarded]?.split(separator: ",").last
        {
            address = String(last.filter { $0 != " " })
        }
        return String(Self.network(address).prefix(64))
    }

    private static func network(_ address: String) -> String {
        guard address.contains(":") else { return address }
        let halves: [Substring] = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map { $0 }
        let head: [Substring] = halves[0].split(separator: ":")
        let tail: [Substring] = halves.count > 1 ? halves[1].split(separator: ":") : []
        let zeros: [Substring] = Array(repeating: "0", count: max(0, 8 - head.count - tail.count))
        return (head + (halves.count > 1 ? zeros : []) + tail).prefix(4).joined(separator: ":") + "::/64"
    }

    /// Whether a form comes from a page of this door: another site's has another origin, and never the token.
    func isOwn(_ request: Request, token: String?, of visitor: Visitor) -> Bool {
        if let site: HTTPField.Name = HTTPField.Name("Sec-Fetch-Site"), let value: String = request.headers[site],
            !["same-origin", "none"].contains(value)
        {
            return false
        }
        if let origin: String = request.headers[.origin], origin != "null" {
            guard let authority: String = request.head.authority, origin.hasSuffix("://\(authority)") else { return false }
        }
        return token.map { Self.areEqual($0, visitor.token) } ?? false
    }

    /// Compares in a time that does not depend on where the two differ.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right): ([UInt8], [UInt8]) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether the name that the browser has asked for is ours: a page of another name that leads here must not be served (DNS rebinding).
    func isKnownHost(_ request: Request) -> Bool {
        guard let authority: String = request.head.authority else { return false }
        let host: Substring =
            authority.hasPrefix("[")
            ? authority[...(authority.firstIndex(of: "]") ?? authority.startIndex)] : authority.prefix { $0 != ":" }
        return configuration.hosts.contains(host.lowercased())
    }
}
