/// Pages of browsers at which nobody has signed in, by the address that they come from: whoever opens many closes those that were looked at
/// least recently.
struct PageCrowd {
    private struct Entry {
        weak let visitor: Visitor?
        weak let page: OpenPage?
        let place: String
    }

    private let most: Int
    private let mostOfPlace: Int
    private var places: [String: [Entry]] = [:]
    private var count: Int = 0

    init(most: Int, mostOfPlace: Int) {
        self.most = most
        self.mostOfPlace = mostOfPlace
    }

    /// Notes a page that was opened.
    /// - Returns: those that have to go for it: an eighth at once, so that not each page asks all others when they were looked at.
    mutating func add(_ page: OpenPage, of visitor: Visitor) -> [(visitor: Visitor, page: OpenPage)] {
        places[visitor.place, default: []].append(Entry(visitor: visitor, page: page, place: visitor.place))
        count += 1
        var gone: [(Visitor, OpenPage)] = []
        if let here: [Entry] = places[visitor.place], here.count > mostOfPlace {
            gone = makeRoom(among: here, most: mostOfPlace, for: page)
        }
        if count > most { gone += makeRoom(among: places.values.flatMap { $0 }, most: most, for: page) }
        return gone
    }

    /// Forgets those that are closed, or belong to somebody by now; if there still are too many, some of the others have to go.
    private mutating func makeRoom(among entries: [Entry], most: Int, for new: OpenPage) -> [(Visitor, OpenPage)] {
        for place: String in Set(entries.map(\.place)) { count -= places.removeValue(forKey: place)?.count ?? 0 }
        var open: [(entry: Entry, visitor: Visitor, page: OpenPage)] = entries.compactMap { entry in
            guard let visitor: Visitor = entry.visitor, visitor.person == nil, let page: OpenPage = entry.page, !page.isClosed else {
                return nil
            }
            return (entry, visitor, page)
        }
        var gone: [(Visitor, OpenPage)] = []
        if open.count > most {
            let looks: [(when: Duration, index: Int)] = open.indices.map { index in
                (open[index].page === new ? .seconds(Int64.max >> 1) : open[index].page.lastLook ?? .seconds(Int64.max >> 2), index)
            }
            let oldest: ArraySlice<(when: Duration, index: Int)> =
                looks.sorted { ($0.when, $0.index) < ($1.when, $1.index) }.prefix(open.count - most * 7 / 8)
            gone = oldest.map { (open[$0.index].visitor, open[$0.index].page) }
            let left: Set<Int> = Set(oldest.map(\.index))
            open = open.indices.filter { !left.contains($0) }.map { open[$0] }
        }
        for (entry, _, _): (Entry, Visitor, OpenPage) in open { places[entry.place, default: []].append(entry) }
        count += open.count
        return gone
    }
}
