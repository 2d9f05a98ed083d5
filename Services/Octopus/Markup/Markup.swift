public import ColonnadeSystemIO

/// Screens as HTML that works without scripts, and changes of it for the script where it runs.
public enum Markup {
    /// The stylesheet and the script.
    public static let assets: [Asset] = [.stylesheet, .script]

    /// What a browser may do with a page, for `Content-Security-Policy`: nothing inline, nothing from elsewhere.
    public static let contentSecurityPolicy: String =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"

    /// The whole document.
    public static func page(_ page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).document
    }

    /// What stands in ``tilesID``, for a change that replaces it.
    public static func tiles(of page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).tiles.text
    }

    /// What stands in ``modalID``, for a change that replaces it.
    public static func modal(of page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).modal.text
    }

    /// What stands in ``alertsID``, for a change that replaces it.
    public static func alerts(of page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).alerts.text
    }

    /// One tile, the modal as well, for a change that replaces ``tileID(screen:)``.
    public static func tile(_ tile: Tile, of page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).tile(tile).text
    }

    /// What a browser changes for these changes of a screen.
    /// - Parameters:
    ///   - changes: what the vertical sent.
    ///   - tile: the tile with the screen after them. The whole tile is replaced where they can not be told one by one.
    ///   - page: the page that the tile stands on, whose title follows the screen's.
    ///   - writing: how the person reads.
    public static func changes(_ changes: [ScreenChange], of tile: Tile, on page: Page, writing: Writing) -> [PageChange] {
        PageMarkup(page: page, writing: writing).changes(changes, of: tile)
    }

    /// The window's title, as the person reads it.
    public static func title(of page: Page, writing: Writing) -> String {
        PageMarkup(page: page, writing: writing).title
    }
}

extension Markup {
    /// The DOM id of what has all tiles.
    public static let tilesID: String = "tiles"
    /// The DOM id of what has the modal, empty where there is none.
    public static let modalID: String = "modal"
    /// The DOM id of what has the alert, empty where there is none.
    public static let alertsID: String = "alerts"

    /// The DOM id of a tile, by its screen's id.
    public static func tileID(screen: String) -> String { "t.\(token(screen))" }

    /// The DOM id of an element or field of a screen.
    public static func domID(screen: String, element: String) -> String { "e.\(token(screen)).\(token(element))" }

    /// Letters, digits and hyphens as they are, all else as its bytes: no two texts have the same, and none has a dot or a space.
    static func token(_ text: String) -> String {
        text.utf8.reduce(into: "") { token, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                token.unicodeScalars.append(Unicode.Scalar(byte))
            default: token += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }
}
