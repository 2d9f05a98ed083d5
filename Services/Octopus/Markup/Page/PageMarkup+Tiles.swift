import ColonnadePresentation
import ColonnadeSystemIO

extension PageMarkup {
    func tile(_ tile: Tile) -> HTML {
        let isModal: Bool = isModal(tile)
        let isBusy: Bool = if case .loading = tile.state { true } else { false }
        let back: HTML? = tile.canGoBack ? pageForm(PageAddress.back(page: page.id), .back, look: "quiet back", screen: tile.id) : nil
        let dismiss: HTML? = isModal ? pageForm(PageAddress.dismiss(page: page.id), .dismiss, look: "quiet", screen: tile.id) : nil
        return Template.tile.filled([
            "id": .text(Markup.tileID(screen: tile.id)), "isBusy": .flag(isBusy), "isModal": .flag(isModal), "back": .html(back),
            "dismiss": .html(dismiss), "heading": .html(heading(tile)), "body": .html(body(tile)), "inside": .text(Self.inside(tile)),
        ])
    }

    /// The DOM id of what has the elements at top level.
    static func inside(_ tile: Tile) -> String { Markup.tileID(screen: tile.id) + ".in" }

    /// What replaces a tile's heading.
    func heading(_ tile: Tile) -> HTML {
        let name: HTML =
            if let name: ScreenText = Self.name(tile) {
                writing.html(name)
            } else if case .failed = tile.state {
                writing.html(writing.word(.notThere))
            } else {
                writing.html(writing.word(.loading))
            }
        return Template.tileHeading.filled([
            "level": .text("\(titleLevel(tile))"), "id": .text(Markup.tileID(screen: tile.id) + ".title"), "title": .html(name),
            "isModal": .flag(isModal(tile)),
        ])
    }

    func markup(of tile: Tile) -> ScreenMarkup {
        let numbers: [String: Int] = if case .shown(let screen) = tile.state { Self.numbers(screen) } else { [:] }
        return ScreenMarkup(
            screen: tile.id, token: page.token, writing: writing, images: tile.images, titleLevel: titleLevel(tile), numbers: numbers)
    }

    /// The numbers of what is both on the screen's map and in a list beside it. Several maps have the same numbers, so there are none then.
    private static func numbers(_ screen: Screen) -> [String: Int] {
        var (maps, listed): ([ScreenMap], Set<String>) = ([], [])
        for element: ScreenElement in screen.elements {
            switch element.content {
            case .map(let map): maps.append(map)
            case .list(let list): listed.formUnion(list.rows.filter(\.isChoosable).map(\.id))
            default: break
            }
        }
        guard maps.count == 1 else { return [:] }
        return maps[0].points.enumerated().reduce(into: [:]) { numbers, point in
            if listed.contains(point.element.id) { numbers[point.element.id] = point.offset + 1 }
        }
    }

    private func body(_ tile: Tile) -> HTML {
        switch tile.state {
        case .loading:
            Template.loading.filled([
                "text": .text(writing.plain(.loading)), "retry": .html(.empty), "id": .text(Markup.tileID(screen: tile.id) + ".bar"),
            ])
        case .shown(let screen): markup(of: tile).elements(screen.elements, depth: 0)
        case .failed(let failure):
            Template.failure.filled([
                "message": .html(writing.html(failure.message)),
                "report": .html(failure.report.map { writing.html(writing.word(.report, .text($0))) }),
                "retry": .html(
                    failure.canTryAgain
                        ? pageForm(PageAddress.retry(page: page.id), .tryAgain, look: "primary", screen: tile.id) : nil),
            ])
        }
    }

    func isModal(_ tile: Tile) -> Bool { page.modal?.id == tile.id }

    /// 1 for the only tile of a page without a heading of its own.
    private func titleLevel(_ tile: Tile) -> Int {
        page.title == nil && page.tiles.first?.id == tile.id && !isModal(tile) ? 1 : 2
    }
}
