import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@testable import OctopusMarkup

@Suite("A map beside a list", .timeLimit(.minutes(2)))
struct MapListTests {
    private let writing: Writing = Writing(language: "en")

    private func screen(_ points: [String], _ rows: [String]) -> Screen {
        Screen(
            title: "Places",
            elements: [
                ScreenElement(
                    id: "map", name: "Map",
                    content: .map(ScreenMap(points: points.map { ScreenPoint(id: $0, title: "P", latitude: 1, longitude: 1) }))),
                .list("places", name: "Places", rows.map { ScreenRow(id: $0, title: "P") }),
            ])
    }

    private func html(_ screen: Screen) -> String { Markup.page(page(screen), writing: writing) }

    private func page(_ screen: Screen) -> Page {
        Page(id: "p", application: "App", token: "t", tiles: [Tile(id: "s", state: .shown(screen))])
    }

    private static func row(_ number: Int) -> String {
        "value=\"\(["a", "b"][number - 1])\"><span class=\"number\" aria-hidden=\"true\">\(number)</span><span class=\"about\">"
    }

    @Test("Where the list has all that is on the map, its rows have the numbers, and the map's own are folded away")
    func numbers() {
        let whole: String = html(screen(["a", "b"], ["b", "a", "c"]))
        #expect(whole.contains(Self.row(1)) && whole.contains(Self.row(2)))
        #expect(whole.contains("<summary>Places on the map</summary>"))
        // The script presses these where somebody points at the map.
        #expect(whole.contains("<button class=\"pin-row\" name=\"value\" value=\"a\""))
        let apart: String = html(screen(["a", "b"], ["b"]))
        #expect(!apart.contains("<summary>Places on the map</summary>"))
    }

    @Test("A change of the map alone tells the list's numbers as well")
    func change() throws {
        let (old, new): (Screen, Screen) = (screen(["b", "a"], ["a", "b"]), screen(["a", "b"], ["a", "b"]))
        let told: [PageChange] = Markup.changes(
            try #require(old.changes(to: new)), of: Tile(id: "s", state: .shown(new)), on: page(old), writing: writing)
        let lists: [String] = told.compactMap { if case .replace(let id, let html) = $0, id.hasSuffix(".places") { html } else { nil } }
        #expect(lists.count == 1 && lists[0].contains(Self.row(1)) && lists[0].contains(Self.row(2)))
    }
}
