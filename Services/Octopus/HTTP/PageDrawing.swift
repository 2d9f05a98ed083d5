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
        let view: OpenPage.View = page.view
        let isHome: Bool = view.step == 0
        let tiles: [Tile] = view.main.map { tile($0, canGoBack: !isHome) }
        let modal: LiveScreen? = view.modal ?? view.secondary
        return Page(
            id: page.id, title: isHome && tiles.count > 1 ? "Home" : nil, application: application, token: visitor.token,
            visitor: visitor.person?.session.name,
            navigation: page.flows.places.map { PageLink(title: $0.title, path: $0.path, isCurrent: $0.path == page.link) },
            tiles: tiles, modal: modal.map { tile($0, canGoBack: false) },
            alerts: view.alerts.map { PageAlert(screen: alertAddress($0), alert: $0.alert) }, isLive: true)
    }

    /// Where the answer to an alert is sent: to the page itself, by the alert's number on the page.
    private func alertAddress(_ alert: OpenPage.OpenAlert) -> String { "\(page.id)-\(alert.id)" }

    private func tile(_ screen: LiveScreen, canGoBack: Bool) -> Tile {
        Tile(id: screen.id, state: Self.state(page.named(screen)), canGoBack: canGoBack, images: .served)
    }

    static func state(_ shown: LiveScreen.Shown) -> TileState {
        switch shown {
        case .loading: .loading(name: nil)
        case .screen(let screen): .shown(screen)
        case .failed(let failure):
            .failed(TileFailure(message: failure.message, report: failure.report, canTryAgain: failure.isPassing || failure.isBarrier))
        case .ended(let screen?): .shown(screen)
        case .ended(nil): .failed(TileFailure(message: "This is done.", canTryAgain: true))
        }
    }
}
