import ColonnadePresentation
import ColonnadeSystemIO
import OctopusMarkup

/// What has changed of a page since a browser saw it: compared as it was and is, so that a slow browser skips what lay between.
struct PageNews {
    private let drawing: PageDrawing
    private let writing: Writing
    private var last: PageSketch

    init(_ shown: PageSketch, drawing: PageDrawing, writing: Writing) {
        last = shown
        self.drawing = drawing
        self.writing = writing
    }

    /// The changes that make the page of what the browser has.
    mutating func changes(to sketch: PageSketch) -> [PageChange] {
        guard sketch != last else { return [] }
        defer { last = sketch }
        let (page, before): (Page, Page) = pages(sketch)
        var changes: [PageChange] = []
        if page.tiles.map(\.id) != before.tiles.map(\.id) || page.tiles.map(\.canGoBack) != before.tiles.map(\.canGoBack) {
            changes.append(.replace(id: Markup.tilesID, html: Markup.tiles(of: page, writing: writing)))
        } else {
            for (tile, before): (Tile, Tile) in zip(page.tiles, before.tiles) { changes += news(of: tile, before, on: page) }
        }
        if let modal: Tile = page.modal, let before: Tile = before.modal, modal.id == before.id {
            changes += news(of: modal, before, on: page)
        } else if page.modal?.id != before.modal?.id {
            changes.append(.replace(id: Markup.modalID, html: Markup.modal(of: page, writing: writing)))
        }
        if page.alerts != before.alerts { changes.append(.replace(id: Markup.alertsID, html: Markup.alerts(of: page, writing: writing))) }
        let title: String = Markup.title(of: page, writing: writing)
        if title != Markup.title(of: before, writing: writing) { changes.append(.title(title)) }
        return changes
    }

    /// The page as it is, and as the browser has it. Where the same tiles stand in both, those in which nothing has changed are bare.
    private func pages(_ sketch: PageSketch) -> (now: Page, before: Page) {
        var same: Set<String> = []
        if sketch.tiles.map(\.id) == last.tiles.map(\.id) {
            let pairs: Zip2Sequence<[TileSketch], [TileSketch]> = zip(sketch.tiles, last.tiles)
            if pairs.allSatisfy({ $0.canGoBack == $1.canGoBack }) { same = Set(pairs.filter { $0 == $1 }.map(\.0.id)) }
        }
        if let modal: TileSketch = sketch.modal, modal == last.modal { same.insert(modal.id) }
        func tile(_ sketch: TileSketch) -> Tile { same.contains(sketch.id) ? sketch.bare() : sketch.tile() }
        return (
            drawing.draw(sketch, tiles: sketch.tiles.map(tile), modal: sketch.modal.map(tile)),
            drawing.draw(last, tiles: last.tiles.map(tile), modal: last.modal.map(tile))
        )
    }

    private func news(of tile: Tile, _ before: Tile, on page: Page) -> [PageChange] {
        switch (tile.state, before.state) {
        case (.loading, .loading): return []
        case (.failed(let failure), .failed(let other)) where failure == other: return []
        case (.shown(let screen), .shown(let other)):
            if screen == other { return [] }
            if let changes: [ScreenChange] = other.changes(to: screen) {
                return Markup.changes(changes, of: tile, on: page, writing: writing)
            }
        default: break
        }
        return [.replace(id: Markup.tileID(screen: tile.id), html: Markup.tile(tile, of: page, writing: writing))]
    }
}
