import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
import Testing

@Suite("Changes make the new screen of the old one")
struct ChangesTests {
    /// Random screens over few ids, so that two have much in common.
    struct Screens {
        var random: SeededGenerator

        mutating func screen() -> Screen {
            var ids: [String] = (0..<12).map { "e\($0)" }
            if Bool.random(using: &random) { ids.shuffle(using: &random) }
            ids.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
            return Screen(title: Bool.random(using: &random) ? "One" : "Two", elements: elements(&ids, depth: 0))
        }

        private mutating func elements(_ ids: inout [String], depth: Int) -> [ScreenElement] {
            var elements: [ScreenElement] = []
            while !ids.isEmpty, depth == 0 || Int.random(in: 0..<3, using: &random) > 0 {
                let id: String = ids.removeFirst()
                switch Int.random(in: 0..<5, using: &random) {
                case 0 where depth < 3: elements.append(.section(id, "Section", self.elements(&ids, depth: depth + 1)))
                case 1 where depth < 3:
                    let tabs: [ScreenTab] = (0..<2).map { tab in
                        ScreenTab(id: "\(id).\(tab)", title: "Tab", elements: self.elements(&ids, depth: depth + 1))
                    }
                    elements.append(ScreenElement(id: id, name: "Tabs", content: .tabs(tabs, selected: "\(id).0")))
                default: elements.append(.text(id, ScreenText(Bool.random(using: &random) ? "same" : "other")))
                }
            }
            return elements
        }
    }

    @Test(arguments: 0..<2_000 as Range<UInt64>) func changes(seed: UInt64) throws {
        var screens: Screens = Screens(random: SeededGenerator(seed: seed))
        let (old, new): (Screen, Screen) = (screens.screen(), screens.screen())
        guard let changes: [ScreenChange] = old.changes(to: new) else { return }
        #expect(try old.applying(changes) == new)
        #expect(old.changes(to: old) == [])
    }

    @Test("Most pairs of random screens in the same order are told by changes: the property above is not empty")
    func areTold() {
        let told: Int = (0..<2_000 as Range<UInt64>).count { seed in
            var screens: Screens = Screens(random: SeededGenerator(seed: seed))
            return screens.screen().changes(to: screens.screen()) != nil
        }
        #expect(told > 100)
    }

    private static let old: Screen = Screen(
        title: "A", elements: [.text("a", "a"), .section("s", "S", [.text("b", "b"), .text("c", "c")]), .text("d", "d")])

    @Test func onlyWhatChanged() {
        let new: Screen = Screen(
            title: "B",
            elements: [.section("s", "S", [.text("b", "b"), .text("x", "x"), .text("c", "C")]), .text("d", "d"), .text("e", "e")])
        #expect(
            Self.old.changes(to: new) == [
                .titled("B"), .removed("a"), .inserted(.text("x", "x"), after: "b", inside: "s"), .replaced(.text("c", "C")),
                .inserted(.text("e", "e"), after: "d", inside: nil),
            ])
    }

    @Test("Elements in another order, or in another section, are told by the whole screen")
    func moved() {
        #expect(Self.old.changes(to: Screen(title: "A", elements: [.text("d", "d"), .text("a", "a")])) == nil)
        #expect(Self.old.changes(to: Screen(title: "A", elements: [.section("s", "S", [.text("a", "a"), .text("b", "b")])])) == nil)
        let out: Screen = Screen(title: "A", elements: [.text("a", "a"), .text("b", "b"), .section("s", "S", [.text("c", "c")])])
        #expect(Self.old.changes(to: out) == nil)
    }

    @Test("A change that does not fit says so")
    func unfit() {
        let changes: [ScreenChange] = [
            .removed("x"), .replaced(.text("x", "x")), .inserted(.text("x", "x"), after: "y", inside: nil),
            .inserted(.text("x", "x"), after: nil, inside: "y"), .unknown(Unrecognized(number: 99)),
        ]
        for change: ScreenChange in changes { #expect(throws: ScreenFault.self) { try Self.old.applying([change]) } }
    }
}
