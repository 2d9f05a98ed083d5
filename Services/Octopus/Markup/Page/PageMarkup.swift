import ColonnadePresentation
import ColonnadeSystemIO

/// Draws a page.
struct PageMarkup {
    let page: Page
    let writing: Writing

    /// The screen's title counts where it is the only one.
    var title: String {
        let tile: ScreenText? = page.title ?? page.tiles.first.flatMap(Self.name)
        let application: String = writing.plain(page.application)
        return tile.map { "\(writing.plain($0)) – \(application)" } ?? application
    }

    var document: String {
        let isCovered: Bool = page.modal != nil || !page.alerts.isEmpty
        return Template.document.filled([
            "language": .text(writing.language), "direction": .text(writing.direction.rawValue), "title": .text(title),
            "style": .text(PageAddress.asset(Asset.stylesheet.name)), "script": .text(PageAddress.asset(Asset.script.name)),
            "events": .text(page.step.map { PageAddress.events(page: page.id, from: $0) } ?? ""), "lost": .text(writing.plain(.lost)),
            "notSent": .text(writing.plain(.notSent)), "sending": .text(writing.plain(.sending)), "skip": .text(writing.plain(.skip)),
            "isCovered": .flag(isCovered), "header": .html(header), "heading": .html(page.title.map(writing.html)), "tiles": .html(tiles),
            "modal": .html(modal), "alerts": .html(alerts), "application": .html(writing.html(page.application)),
        ]).text
    }

    private var header: HTML {
        let links: [Values] = page.navigation.map {
            ["path": .text(Self.path($0.path)), "title": .html(writing.html($0.title)), "isCurrent": .flag($0.isCurrent)]
        }
        return Template.header.filled([
            "application": .html(writing.html(page.application)), "navigation": .text(writing.plain(.navigation)), "links": .list(links),
            "hasLinks": .flag(!links.isEmpty), "signedIn": .html(page.visitor.map { writing.html(writing.word(.signedIn, .text($0))) }),
            "signOut": .html(page.visitor == nil ? nil : pageForm(PageAddress.signOut(page: page.id), .signOut, look: "quiet")),
        ])
    }

    var tiles: HTML {
        Template.tiles.filled([
            "id": .text(Markup.tilesID), "isSeveral": .flag(page.tiles.count > 1), "tiles": .html(HTML.joined(page.tiles.map(tile))),
        ])
    }

    var modal: HTML {
        Template.modal.filled([
            "id": .text(Markup.modalID), "tile": .html(page.modal.map(tile)),
            "heading": .text(page.modal.map { Markup.tileID(screen: $0.id) + ".title" } ?? ""), "isCovered": .flag(!page.alerts.isEmpty),
        ])
    }

    var alerts: HTML {
        guard let alert: PageAlert = page.alerts.first else { return Template.noAlert.filled(["id": .text(Markup.alertsID)]) }
        let choices: [Values] = alert.alert.choices.map {
            ["value": .value($0.id), "title": .html(writing.html($0.title)), "look": .text($0.style.look)]
        }
        return Template.alert.filled([
            "id": .text(Markup.alertsID), "address": .text(PageAddress.actions(screen: alert.screen)), "token": .value(page.token),
            "element": .value(alert.alert.id), "event": .text(choices.isEmpty ? "closed" : "chosen"),
            "title": .html(alert.alert.title.map(writing.html)), "message": .html(writing.html(alert.alert.message)),
            "titleID": .text(alert.alert.title == nil ? "alert-message" : "alert-title"), "choices": .list(choices),
            "close": .text(choices.isEmpty ? writing.plain(.close) : ""),
        ])
    }

    /// A form of the page's own: a button and nothing else.
    func pageForm(_ address: String, _ word: Word, look: String, screen: String? = nil) -> HTML {
        Template.pageForm.filled([
            "address": .text(address), "token": .value(page.token), "screen": .value(screen), "text": .text(writing.plain(word)),
            "class": .text("button \(look)"),
        ])
    }

    static func name(_ tile: Tile) -> ScreenText? {
        switch tile.state {
        case .loading(let name): name
        case .shown(let screen): screen.title
        case .failed(let failure): failure.name
        }
    }

    /// A path on this host. What a browser would take for another host leads to the beginning.
    private static func path(_ path: String) -> String {
        let isPath: Bool =
            path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\") && path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isPath ? path : "/"
    }
}
