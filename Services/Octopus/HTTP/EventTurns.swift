import OctopusMarkup
import OctopusShell

/// What an event stream says each time that it wakes, and what its browser has by then.
final class EventTurns {
    private let drawing: PageDrawing
    private let writing: Writing
    /// The step that the browser has: it goes elsewhere where the page is at another.
    private let step: UInt64
    private var file: UInt64
    /// Nil before the first turn.
    private var news: PageNews?

    init(drawing: PageDrawing, writing: Writing, step: UInt64) {
        self.drawing = drawing
        self.writing = writing
        self.step = step
        file = drawing.page.flows.files.newest
    }

    /// The events of one turn, empty where there are none, and whether the stream is over after them.
    @inline(never) func text(isHeartbeat: Bool) -> (text: String, isLast: Bool) {
        let page: OpenPage = drawing.page
        if page.isClosed { return ("event: gone\ndata: \n\n", true) }
        if page.view.step != step || drawing.visitor.needsNewCookie {
            return ("event: location\ndata: \(PageDrawing.address(of: page))\n\n", true)
        }
        var text: String = isHeartbeat ? ": still here\n\n" : ""
        if page.flows.files.newest != file {
            file = page.flows.files.newest
            text += "event: location\ndata: \(PageDrawing.address(of: file, on: page))\n\n"
        }
        let changes: [PageChange] = changes()
        if !changes.isEmpty { text += "event: change\ndata: \(PageChange.json(changes))\n\n" }
        return (text, false)
    }

    /// What the browser does not have yet. At first that is all, where the page has changed since it was drawn.
    private func changes() -> [PageChange] {
        let sketch: PageSketch = drawing.sketch()
        let changes: [PageChange] = news?.changes(to: sketch) ?? (drawing.page.isDrawn ? [] : whole(drawing.draw()))
        if news == nil { news = PageNews(sketch, drawing: drawing, writing: writing) }
        drawing.page.noteDrawn()
        return changes
    }

    private func whole(_ page: Page) -> [PageChange] {
        [
            .replace(id: Markup.tilesID, html: Markup.tiles(of: page, writing: writing)),
            .replace(id: Markup.modalID, html: Markup.modal(of: page, writing: writing)),
            .replace(id: Markup.alertsID, html: Markup.alerts(of: page, writing: writing)),
        ]
    }
}
