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
        private var fresh: Int = 0

        init(random: SeededGenerator) {
            self.random = random
        }

        mutating func screen() -> Screen {
            var ids: [String] = (0..<12).map { "e\($0)" }
            if Bool.random(using: &random) { ids.shuffle(using: &random) }
            ids.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
            return Screen(title: Bool.random(using: &random) ? "One" : "Two", elements: elements(&ids, depth: 0))
        }

        /// The screen as it may be a moment later.
        mutating func later(_ screen: Screen) -> Screen {
            Screen(title: Bool.random(using: &random) ? screen.title : "Three", elements: later(screen.elements))
        }

        private mutating func later(_ elements: [ScreenElement]) -> [ScreenElement] {
            var later: [ScreenElement] = []
            for element: ScreenElement in elements {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: break
                case 1: later.append(.text(element.id, "new"))
                case 2:
                    fresh += 1
                    later += [self.later(element), .text("f\(fresh)", "fresh")]
                default: later.append(self.later(element))
                }
            }
            if Int.random(in: 0..<20, using: &random) == 0 { later.shuffle(using: &random) }
            return later
        }

        private mutating func later(_ element: ScreenElement) -> ScreenElement {
            switch element.content {
            case .section(let title, let elements): .section(element.id, title, later(elements))
            case .tabs(let tabs, let selected):
                ScreenElement(
                    id: element.id, name: element.name,
                    content: .tabs(
                        tabs.map { ScreenTab(id: $0.id, title: $0.title, elements: later($0.elements)) }, selected: selected))
            default: element
            }
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

    @Test("A thousand random screens and what becomes of them")
    func property() throws {
        var (told, whole): (Int, Int) = (0, 0)
        for seed: UInt64 in 0..<1_000 {
            var screens: Screens = Screens(random: SeededGenerator(seed: seed))
            let old: Screen = screens.screen()
            let new: Screen = screens.later(old)
            #expect(old.changes(to: old) == [], "seed \(seed)")
            guard let changes: [ScreenChange] = old.changes(to: new) else {
                whole += 1
                continue
            }
            told += changes.isEmpty ? 0 : 1
            #expect(try old.applying(changes) == new, "seed \(seed)")
        }
        #expect(told > 500, "the property says something")
        #expect(whole > 20, "so do the screens that are sent whole")
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
