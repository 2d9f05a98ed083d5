import ColonnadePresentation
import ColonnadeSystemIO
import OctopusMarkup
import OctopusShell

/// A page as a browser gets it, from what is open.
struct PageDrawing {
    let page: OpenPage
    let visitor: Visitor
    let application: ScreenText

    /// Where the page is, at the step that it shows.
    static func address(of page: OpenPage) -> String { "/pages/\(page.id)?step=\(page.view.step)" }

    /// Where a file is that the page's flows offer.
    static func address(of file: UInt64, on page: OpenPage) -> String { "/pages/\(page.id)/files/\(file)" }

    /// The page as it is now.
    func draw() -> Page {
        let sketch: PageSketch = sketch()
        return draw(sketch, tiles: sketch.tiles.map { $0.tile() }, modal: sketch.modal?.tile())
    }

    /// What the page shows now, as it is kept.
    func sketch() -> PageSketch {
        let view: OpenPage.View = page.view
        return PageSketch(
            step: view.step, tiles: view.main.map { sketch($0, canGoBack: view.step != 0) },
            modal: (view.modal ?? view.secondary).map { sketch($0, canGoBack: false) },
            alerts: view.alerts.map { PageAlert(screen: alertAddress($0), alert: $0.alert.naming(page.names(on: $0.id))) })
    }

    /// The page of a sketch, with these of its tiles.
    func draw(_ sketch: PageSketch, tiles: [Tile], modal: Tile?) -> Page {
        Page(
            id: page.id, title: sketch.step == 0 && sketch.tiles.count > 1 ? "Home" : nil, application: application, token: visitor.token,
            visitor: visitor.person?.session.name,
            navigation: page.flows.places.map { PageLink(title: $0.title, path: $0.path, isCurrent: $0.path == page.link) },
            tiles: tiles, modal: modal, alerts: sketch.alerts, step: sketch.step)
    }

    /// Where the answer to an alert is sent: to the page itself, by the alert's number on the page.
    private func alertAddress(_ alert: OpenPage.OpenAlert) -> String { "\(page.id)-\(alert.id)" }

    private func sketch(_ screen: LiveScreen, canGoBack: Bool) -> TileSketch {
        TileSketch(id: screen.id, shown: screen.shown, names: page.names(on: screen.id), canGoBack: canGoBack)
    }
}
