import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import GalleryIO
import Testing

@Suite("Screens, their texts and routes")
struct ScreenTests {
    private func fault(_ elements: [ScreenElement], _ limits: ScreenLimits = ScreenLimits()) -> String? {
        do throws(ScreenFault) {
            try Screen(title: "T", elements: elements).check(limits)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("An alert tells about people as a screen does: by their names, where these are known")
    func alerts() {
        let alert: Alert = Alert(
            id: "sure", title: "Appointment of \(person: "p1")", message: "\(person: "p2") gets the time of \(person: "p1").",
            choices: [AlertChoice(id: "yes", title: "Tell \(person: "p1")")])
        #expect(alert.people == [ScreenPerson(id: "p1"), ScreenPerson(id: "p2")])
        let named: Alert = alert.naming(["p1": "Ana"])
        #expect(named.title?.plainText == "Appointment of Ana" && named.message.plainText == "p2 gets the time of Ana.")
        #expect(named.choices.map(\.title.plainText) == ["Tell Ana"] && named.people == [ScreenPerson(id: "p2")])
    }

    @Test("A screen whose ids tell nothing apart, or that is too much, says what to do")
    func check() {
        #expect(fault([.text("a", "a"), .section("s", "S", [.text("b", "b")])]) == nil)
        #expect(fault([.text("a", "a"), .section("s", "S", [.text("a", "a")])])?.contains("have the id a;") == true)
        #expect(fault([.text("", "a")])?.hasPrefix("An id has 1 to 128 bytes") == true)
        let row: ScreenRow = ScreenRow(id: "r", title: "R")
        #expect(fault([.list("l", name: "L", [row, row])])?.contains("have the same id") == true)
        #expect(fault((0...1_000).map { .text("e\($0)", "e") })?.contains("more than 1000 elements") == true)
        let rows: [ScreenRow] = (0...1_000).map { ScreenRow(id: "r\($0)", title: "R") }
        #expect(fault([.list("l", name: "L", rows)])?.contains("l has 1001 rows") == true)
        #expect(fault([.text("a", ScreenText(String(repeating: "x", count: 300_000)))])?.contains("262144 is the most") == true)
        let options: ScreenInput = .choice(
            [ScreenOption(id: "o", title: "O"), ScreenOption(id: "o", title: "P")], selected: [], severalAllowed: false)
        let form: ScreenElement = .form("f", name: "F", submit: "S", [ScreenField(id: "pick", label: "P", input: options)])
        #expect(fault([form])?.contains("options of pick have the same id") == true)
        let deep: ScreenElement = (0..<8).reduce(.text("a", "a")) { .section("s\($1)", "S", [$0]) }
        #expect(fault([deep])?.contains("more than 6 deep") == true)
        let tabs: ScreenContent = .tabs([ScreenTab(id: "one", title: "1", elements: [])], selected: "two")
        #expect(fault([ScreenElement(id: "t", name: "T", content: tabs)])?.contains("have no tab two") == true)
    }

    @Test("What stands in a text is an argument: braces that somebody writes stand for themselves")
    func text() {
        let name: String = "{1} {0}"
        let text: ScreenText = "{ \(name) has \(3), {7} {"
        #expect(text == ScreenText("{ {0} has {1}, {7} {", arguments: [.text(name), .integer(3)]))
        let written: String = text.written { argument in
            switch argument {
            case .text(let text): text
            case .integer(let integer): "\(integer)"
            default: "?"
            }
        }
        #expect(written == "{ {1} {0} has 3, {7} {")
        #expect(ScreenText("{0}").written { _ in "never" } == "{0}")
        let long: ScreenText = ScreenText(
            String(repeating: "{0}", count: 50_000), arguments: [.text(String(repeating: "x", count: 10_000))])
        #expect(long.plainText.utf8.count < 500_000, "a screen's limit, one argument more, and the places that are left")
        #expect(("Hi" as ScreenText).keyed("greeting") == ScreenText("Hi", key: "greeting"))
    }

    @Test("A route is the vertical's DTO, and no other's")
    func route() {
        let route: Route = Route(CounterRoute.rowChosen(id: "a"))
        #expect(route.name == "CounterRoute")
        #expect(route.value(as: CounterRoute.self) == .rowChosen(id: "a"))
        #expect(route.value(as: CounterInput.self) == nil)
        #expect(Route(name: "CounterRoute", value: [255]).value(as: CounterRoute.self) == nil)
    }

    @Test("An older shell has the text of an element that it does not know, and the rest of the screen")
    func olderShell() throws {
        var content: WireWriter = WireWriter()
        content.writeBytes([1, 2, 3], field: 999)
        var element: WireWriter = WireWriter()
        element.writeString("new", field: 1)
        element.writeBytes(ScreenText("Something new").encoded(), field: 2)
        element.writeBytes(content.bytes, field: 4)
        element.writeBytes(ScreenText("In words").encoded(), field: 3)
        let known: ScreenElement = .text("a", "a")
        var screen: WireWriter = WireWriter()
        screen.writeBytes(ScreenText("T").encoded(), field: 1)
        screen.writeBytes(known.encoded(), field: 2)
        screen.writeBytes(element.bytes, field: 2)
        let read: Screen = try Screen(decoding: screen.bytes.span)
        #expect(read.elements.first == known)
        #expect(read.elements.last?.fallback == "In words")
        guard case .unknown? = read.elements.last?.content else {
            Issue.record("\(read.elements)")
            return
        }
    }
}
