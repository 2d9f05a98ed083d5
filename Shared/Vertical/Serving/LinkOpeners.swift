import ColonnadeSystemIO

/// The deep links of one vertical: which plugin opens a URL.
struct LinkOpeners: Sendable {
    private struct Opener: Sendable {
        let pattern: LinkPattern
        let plugin: any URLOpenerPlugin
    }

    private let openers: [Opener]

    /// - Parameter plugins: those of a vertical, without conflicts; a pattern that is none opens nothing.
    init(_ plugins: [any URLOpenerPlugin]) {
        openers = plugins.compactMap { plugin in
            (try? LinkPattern(plugin.matchingPath)).map { Opener(pattern: $0, plugin: plugin) }
        }
    }

    /// What a URL means: the pattern that says most decides.
    func open(_ url: String, on mainboard: Motherboard) async -> LinkAnswer {
        guard let link: Link = Link(url) else { return .unmatched(patterns) }
        var matches: [(opener: Opener, parameters: LinkParameters)] = openers.compactMap { opener in
            opener.pattern.match(link).map { (opener, $0) }
        }
        guard
            let index: Int = matches.indices.first(where: { winner in
                matches.indices.allSatisfy { other in
                    other == winner || matches[winner].opener.pattern.isMoreSpecific(than: matches[other].opener.pattern)
                }
            })
        else { return .unmatched(patterns) }
        let (opener, parameters): (Opener, LinkParameters) = matches.remove(at: index)
        let pattern: String = opener.pattern.description
        do throws(LinkRefusal) {
            try opener.plugin.validate(parameters)
            let route: Route = try await opener.plugin.mainboard(mainboard, openURLWithParameters: parameters)
            return .leads(LinkMatch(pattern: pattern, others: matches.map(\.opener.pattern.description), route: route))
        } catch {
            return .refused(pattern: pattern, reason: error.reason)
        }
    }

    private var patterns: [String] { openers.map(\.pattern.description) }
}
