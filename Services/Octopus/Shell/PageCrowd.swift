/// Pages of browsers at which nobody has signed in, by the address that they come from: whoever opens many closes those of their own
/// address that were looked at least recently, and those that no browser follows first.
struct PageCrowd {
    private struct Entry {
        weak let visitor: Visitor?
        weak let page: OpenPage?

        /// When somebody looked last; nil while a browser follows the page.
        var lastLook: Duration? { page?.lastLook }
        /// Whether the page is still open, for nobody who has signed in.
        var counts: Bool { visitor.map { $0.person == nil } ?? false && page.map { !$0.isClosed } ?? false }
    }

    private let limits: VisitorBook.Limits
    private var places: [String: [Entry]] = [:]

    init(limits: VisitorBook.Limits) {
        self.limits = limits
    }

    private var count: Int { places.values.reduce(0) { $0 + $1.count } }

    /// Notes a page that was opened.
    /// - Returns: those that have to go for it.
    mutating func add(_ page: OpenPage, of visitor: Visitor) -> [(visitor: Visitor, page: OpenPage)] {
        places[visitor.place, default: []].append(Entry(visitor: visitor, page: page))
        forgetClosed(of: visitor.place)
        var gone: [(Visitor, OpenPage)] = []
        while isFull(visitor.place), let oldest: (Visitor, OpenPage) = takeOldest(of: visitor.place, besides: page) { gone.append(oldest) }
        guard count > limits.anonymousPages else { return gone }
        for place: String in Array(places.keys) { forgetClosed(of: place) }
        while count > limits.anonymousPages, let crowded: String = mostCrowded(besides: visitor.place),
            let oldest: (Visitor, OpenPage) = takeOldest(of: crowded, besides: page)
        {
            gone.append(oldest)
        }
        return gone
    }

    /// The address that has most; of several, the one whose first page was looked at least recently.
    private func mostCrowded(besides new: String) -> String? {
        let others: [String: [Entry]] = places.filter { $0.key != new || $0.value.count > 1 }
        let most: Int = others.values.map(\.count).max() ?? 0
        let crowded: [String: [Entry]] = others.filter { $0.value.count == most }
        let looks: [(place: String, last: Duration?)] = crowded.map { ($0.key, $0.value.first?.lastLook) }
        return (looks.filter { $0.last != nil }.min { $0.last ?? .zero < $1.last ?? .zero } ?? looks.first)?.place
    }

    private mutating func forgetClosed(of place: String) {
        let left: [Entry] = places[place]?.filter(\.counts) ?? []
        places[place] = left.isEmpty ? nil : left
    }

    private func isFull(_ place: String) -> Bool {
        guard let entries: [Entry] = places[place] else { return false }
        return entries.count > limits.anonymousPagesOfAddress || entries.count { $0.lastLook != nil } > limits.unseenPagesOfAddress
    }

    private mutating func takeOldest(of place: String, besides new: OpenPage) -> (Visitor, OpenPage)? {
        guard let entries: [Entry] = places[place] else { return nil }
        let looks: [(last: Duration?, index: Int)] = entries.indices.filter { entries[$0].page !== new }.map { (entries[$0].lastLook, $0) }
        let unseen: [(last: Duration?, index: Int)] = looks.filter { $0.last != nil }
        guard let index: Int = unseen.min(by: { $0.last ?? .zero < $1.last ?? .zero })?.index ?? looks.first?.index else { return nil }
        places[place]?.remove(at: index)
        guard let visitor: Visitor = entries[index].visitor, let page: OpenPage = entries[index].page else {
            return takeOldest(of: place, besides: new)
        }
        return (visitor, page)
    }
}
