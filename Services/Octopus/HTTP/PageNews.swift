import ColonnadePresentation
import ColonnadeSystemIO
import OctopusMarkup

/// What has changed of a page since a browser saw it: compared as it was and is, so that a slow browser skips what lay between.
struct PageNews {
    private let writing: Writing
    private var last: Page

    init(_ shown: Page, writing: Writing) {
        last = shown
        self.writing = writing
    }

    /// The changes that make the page of what the browser has.
    mutating func changes(to page: Page) -> [PageChange] {
        defer { last = page }
        var changes: [PageChange] = []
        if page.tiles.map(\.id) != last.tiles.map(\.id) || page.tiles.map(\.canGoBack) != last.tiles.map(\.canGoBack) {
            changes.append(.replace(id: Markup.tilesID, html: Markup.tiles(of: page, writing: writing)))
        } else {
            for (tile, before): (Tile, Tile) in zip(page.tiles, last.tiles) { changes += news(of: tile, before, on: page) }
        }
        if let modal: Tile = page.modal, let before: Tile = last.modal, modal.id == before.id {
            changes += news(of: modal, before, on: page)
        } else if page.modal?.id != last.modal?.id {
            changes.append(.replace(id: Markup.modalID, html: Markup.modal(of: page, writing: writing)))
        }
        if page.alerts != last.alerts { changes.append(.replace(id: Markup.alertsID, html: Markup.alerts(of: page, writing: writing))) }
        let title: String = Markup.title(of: page, writing: writing)
        if title != Markup.title(of: last, writing: writing) { changes.append(.title(title)) }
        return changes
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
