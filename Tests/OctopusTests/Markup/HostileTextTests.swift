import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
import Testing

@testable import OctopusMarkup

/// What a vertical, or whoever wrote into one, may put into a text.
private struct HostileTexts {
    private static let pieces: [String] = [
        "<script>alert(1)</script>", "\"\u{301}", "'\u{20E3}", "<\u{338}img src=x onerror=alert(1)>", ">\u{338}", "&\u{301}amp;", "&lt;",
        "\" onfocus=\"x",
        "' x='", "`", "{{", "}}", "{{{token}}}", "{{> document}}", "{{=<% %>=}}", "{0}", "{1}", "{-1}", "{99999999999999999999}", "\u{0}",
        "\u{1B}[2J",
        "\u{85}", "\u{202E}", "\u{202D}abc", "\u{2066}", "\u{2069}\u{2069}", "\u{200F}", "\r\n", "\n", "</textarea>", "</title>", "<!--",
        "-->", "]]>",
        "javascript:alert(1)", "data:text/html,x", "\u{FFFE}", "👩‍⚕️", "مرحبا", "é", " ", "a", "\u{FEFF}", "\\", "/>", "=",
    ]

    var random: SeededGenerator

    mutating func next() -> String {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }

    mutating func text() -> ScreenText {
        let arguments: [ScreenArgument] = [
            .text(next()), .quantity(Bool.random(using: &random) ? .nan : .greatestFiniteMagnitude, unit: next()),
            .localMoment(Date(timeIntervalSince1970: .infinity), timeZone: next()),
            .localMoment(Date(timeIntervalSince1970: 0), timeZone: next()),
            .day(ScreenDay(year: .max, month: -3, day: 99)), .time(ScreenTime(hour: .min, minute: 70)), .number(-.infinity, digits: .max),
            .duration(.seconds(Int64.max)), .integer(.min), .moment(Date(timeIntervalSince1970: 1e300)),
        ]
        return ScreenText(next() + "{0}{1}{2}{3}{4}{5}{6}{7}{8}{9}" + next(), arguments: arguments)
    }
}

@Suite("Hostile texts stay texts", .timeLimit(.minutes(2)))
struct HostileTextTests {
    @Test("In every place of every element, no text adds a tag or an attribute", arguments: 0..<60 as Range<UInt64>)
    func places(seed: UInt64) throws {
        var texts: HostileTexts = HostileTexts(random: SeededGenerator(seed: seed))
        let harmless: String = Markup.page(
            page {
                "plain"
            } text: {
                "plain"
            }, writing: Writing(language: "en"))
        let hostile: String = Markup.page(
            page {
                texts.next()
            } text: {
                texts.text()
            }, writing: Writing(language: seed % 2 == 0 ? "ar" : "en", timeZone: texts.next()))
        // What is written inside a text differs, and nothing else.
        func shape(_ html: String) throws -> [String] { try PageCheck.shape(html).filter { $0 != "bdi" && $0 != "time datetime" } }
        let (found, wanted): ([String], [String]) = (try shape(hostile), try shape(harmless))
        let place: Int = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, wanted.count)
        #expect(found == wanted, "seed \(seed): \(found[place...].prefix(3)) is not \(wanted[place...].prefix(3))")
        for scalar: Unicode.Scalar in hostile.unicodeScalars {
            let isControl: Bool = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            // What a browser sends back is as it was, and stands in attributes alone.
            if isControl { #expect(scalar.value != 0, "seed \(seed)") }
        }
        #expect(!hostile.contains("<script>"), "seed \(seed)")
    }

    @Test("A quote with an accent behind it is escaped like any other")
    func accents() {
        #expect(HTML(escaping: "\"\u{301}").text == "&quot;\u{301}")
        #expect(HTML(value: "<\u{338}").text == "&lt;\u{338}")
        #expect(HTML(escaping: "a\u{202E}b\u{0}c\u{7}").text == "ab\u{FFFD}c\u{FFFD}")
        #expect(HTML(value: "a\u{202E}b").text == "a\u{202E}b")
    }

    @Test(
        "A picture of another kind than those that are shown is told by its name", arguments: ["text/html", "image/png\" onerror=\"x", ""])
    func pictures(mediaType: String) {
        let screen: Screen = Screen(
            title: "T", elements: [ScreenElement(id: "i", name: "A cat", content: .image(.file([1, 2], mediaType: mediaType)))])
        let page: Page = Page(id: "p", application: "A", token: "t", tiles: [Tile(id: "s", state: .shown(screen))])
        let html: String = Markup.tiles(of: page, writing: Writing(language: "en"))
        #expect(!html.contains("<img") && html.contains("A cat"))
    }

    @Test("Ids keep apart what is apart", arguments: 0..<200 as Range<UInt64>)
    func ids(seed: UInt64) {
        var texts: HostileTexts = HostileTexts(random: SeededGenerator(seed: seed))
        let (first, second): (String, String) = (texts.next(), texts.next())
        let isSame: Bool = Array(first.utf8) == Array(second.utf8)
        #expect((Markup.domID(screen: "s", element: first) == Markup.domID(screen: "s", element: second)) == isSame, "seed \(seed)")
        #expect(Markup.token(first).utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: " ") }, "seed \(seed)")
    }

    /// A page in which every text is one of these.
    private func page(_ word: @escaping () -> String, text: @escaping () -> ScreenText) -> Page {
        var fresh: Int = 0
        func id() -> String {
            fresh += 1
            return "\(fresh)" + word()
        }
        func say() -> ScreenText { text() }
        let screen: Screen = Screen(title: say(), elements: HostileElements(word: word, text: text, id: id).elements)
        let choice: AlertChoice = AlertChoice(id: word(), title: say())
        let failure: TileFailure = TileFailure(name: say(), message: say(), report: word() + "r", canTryAgain: true)
        return Page(
            id: word(), title: say(), application: say(), token: word(), visitor: word() + "v",
            navigation: [PageLink(title: say(), path: word())],
            tiles: [Tile(id: "1" + word(), state: .shown(screen), canGoBack: true), Tile(id: "2" + word(), state: .failed(failure))],
            modal: Tile(id: "3" + word(), state: .loading(name: say())),
            alerts: [PageAlert(screen: word(), alert: Alert(id: word(), title: say(), message: say(), choices: [choice]))])
    }
}
