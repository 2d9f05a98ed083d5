import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@testable import OctopusMarkup

@Suite("Changes of a page", .timeLimit(.minutes(2)))
struct ChangeTests {
    private let writing: Writing = Writing(language: "en")

    private func page(_ screen: Screen, title: ScreenText? = nil) -> Page {
        Page(id: "p", title: title, application: "App", token: "t", tiles: [Tile(id: "s", state: .shown(screen))])
    }

    private func changes(from old: Screen, to new: Screen) throws -> [PageChange] {
        let changes: [ScreenChange] = try #require(old.changes(to: new))
        return Markup.changes(changes, of: Tile(id: "s", state: .shown(new)), on: page(old), writing: writing)
    }

    @Test("A change is the HTML that the whole page has in its place")
    func same() throws {
        let old: Screen = Screen(title: "T", elements: [.text("a", "A"), .section("s1", "S", [.section("s2", "S", [.text("b", "B")])])])
        let new: Screen = Screen(
            title: "T",
            elements: [.text("n", "N"), .text("a", "A2"), .section("s1", "S", [.section("s2", "Z", [.text("b", "B"), .text("c", "C")])])])
        let whole: String = Markup.page(page(new), writing: writing)
        let changes: [PageChange] = try changes(from: old, to: new)
        #expect(changes.count >= 3)
        for change: PageChange in changes {
            switch change {
            case .replace(let id, let html):
                #expect(whole.contains(html) && html.contains("id=\"\(id)\""), "\(change)")
            case .insert(let after, let inside, let html):
                #expect(whole.contains(html) && whole.contains("id=\"\(inside)\""), "\(change)")
                if let after { #expect(whole.contains("id=\"\(after)\"")) }
            default: Issue.record("\(change)")
            }
        }
    }

    @Test("Elements come into sections and tabs, and go")
    func groups() throws {
        func screen(_ ids: [String]) -> Screen {
            let inside: [ScreenElement] = ids.map { .text($0, "X") }
            return Screen(
                title: "T",
                elements: [
                    ScreenElement(
                        id: "tabs", name: "N", content: .tabs([ScreenTab(id: "tab", title: "T", elements: inside)], selected: "tab"))
                ])
        }
        let inserted: [PageChange] = try changes(from: screen(["a"]), to: screen(["a", "b"]))
        guard case .insert("e.s.a", "e.s.tab.in", let html) = inserted.first else { throw PageCheck.Broken(description: "\(inserted)") }
        #expect(html.contains("e.s.b"))
        #expect(try changes(from: screen(["a", "b"]), to: screen(["b"])) == [.remove(id: "e.s.a")])
    }

    @Test("The window's title follows the screen's, where the page has no other")
    func title() throws {
        let (old, new): (Screen, Screen) = (Screen(title: "One"), Screen(title: "Two"))
        let tile: Tile = Tile(id: "s", state: .shown(new))
        let told: [PageChange] = Markup.changes([.titled("Two")], of: tile, on: page(old), writing: writing)
        #expect(told.last == .title("Two – App") && told.count == 2)
        #expect(Markup.changes([.titled("Two")], of: tile, on: page(old, title: "Page"), writing: writing).count == 1)
    }

    @Test("What can not be told one by one is the whole tile")
    func unknown() {
        let screen: Screen = Screen(title: "One")
        let told: [PageChange] = Markup.changes(
            [.unknown(Unrecognized(number: 9))], of: Tile(id: "s", state: .shown(screen)), on: page(screen), writing: writing)
        guard case .replace("t.s", _) = told.first else {
            Issue.record("\(told)")
            return
        }
    }

    @Test("JSON stands in one line, whatever is in it")
    func json() {
        let json: String = PageChange.json([
            .replace(id: "a", html: "\"\u{2028}\n\u{85}\\</script>"), .insert(after: nil, inside: "b", html: ""),
        ])
        #expect(
            json == "[{\"op\":\"replace\",\"id\":\"a\",\"html\":\"\\\"\\u2028\\u000a\\u0085\\\\</script>\"},"
                + "{\"op\":\"insert\",\"after\":null,\"inside\":\"b\",\"html\":\"\"}]")
    }
}
