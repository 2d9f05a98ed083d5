import ColonnadeSystemIO

extension PageMarkup {
    /// What a browser changes for these changes of a tile's screen, which has them already.
    func changes(_ changes: [ScreenChange], of tile: Tile) -> [PageChange] {
        guard case .shown(let screen) = tile.state else { return whole(tile) }
        let markup: ScreenMarkup = markup(of: tile)
        let depths: [String: Int] = Self.depths(screen)
        func html(_ element: ScreenElement) -> String { markup.element(element, depth: depths[element.id] ?? 0).text }
        var told: [PageChange] = []
        for change: ScreenChange in changes {
            switch change {
            case .replaced(let element): told.append(.replace(id: markup.domID(element.id), html: html(element)))
            case .removed(let id): told.append(.remove(id: markup.domID(id)))
            case .inserted(let element, let after, let inside):
                told.append(
                    .insert(
                        after: after.map { markup.domID($0) }, inside: inside.map { markup.domID($0, "in") } ?? Self.inside(tile),
                        html: html(element)))
            case .titled:
                told.append(.replace(id: Markup.tileID(screen: tile.id) + ".title", html: heading(tile).text))
                if page.title == nil, page.tiles.first?.id == tile.id { told.append(.title(shown(tile).title)) }
            case .unknown: return whole(tile)
            }
        }
        return told + numbered(screen, after: changes).map { .replace(id: markup.domID($0.id), html: html($0)) }
    }

    /// The map and the lists beside it that did not change themselves, where one of them did: the rows have the numbers of the map.
    private func numbered(_ screen: Screen, after changes: [ScreenChange]) -> [ScreenElement] {
        let sharers: [ScreenElement] = screen.elements.filter(\.isMapOrList)
        guard sharers.contains(where: { if case .map = $0.content { true } else { false } }) else { return [] }
        var (told, isShared): (Set<String>, Bool) = ([], false)
        for change: ScreenChange in changes {
            switch change {
            case .replaced(let element), .inserted(let element, _, _):
                told.insert(element.id)
                isShared = isShared || element.isMapOrList
            case .removed: isShared = true
            case .titled, .unknown: break
            }
        }
        return isShared ? sharers.filter { !told.contains($0.id) } : []
    }

    private func whole(_ tile: Tile) -> [PageChange] {
        [.replace(id: Markup.tileID(screen: tile.id), html: self.tile(tile).text)]
    }

    /// The page with this tile as it is now.
    private func shown(_ tile: Tile) -> PageMarkup {
        var page: Page = page
        if let index: Int = page.tiles.firstIndex(where: { $0.id == tile.id }) { page.tiles[index] = tile }
        return PageMarkup(page: page, writing: writing)
    }

    /// How many sections and tabs lie around each element.
    private static func depths(_ screen: Screen) -> [String: Int] {
        var depths: [String: Int] = [:]
        var waiting: [(elements: [ScreenElement], depth: Int)] = [(screen.elements, 0)]
        while let (elements, depth): ([ScreenElement], Int) = waiting.popLast() {
            for element: ScreenElement in elements {
                depths[element.id] = depth
                switch element.content {
                case .section(_, let inner): waiting.append((inner, depth + 1))
                case .tabs(let tabs, _): waiting += tabs.map { ($0.elements, depth + 1) }
                default: break
                }
            }
        }
        return depths
    }
}

extension ScreenElement {
    fileprivate var isMapOrList: Bool {
        switch content {
        case .map, .list: true
        default: false
        }
    }
}
