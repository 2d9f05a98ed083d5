import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@Suite("A screen as text")
struct PlainTextTests {
    private func image() -> ScreenElement { ScreenElement(id: "i", name: "A cat", content: .image(.svg("<svg/>"))) }

    @Test("Every element is told, with the ids that actions go by")
    func everything() {
        let moment: Date = Date(timeIntervalSince1970: 1_000_000)
        let day: ScreenDay = ScreenDay(year: 2026, month: 5, day: 1)
        let options: [ScreenOption] = [ScreenOption(id: "o1", title: "One"), ScreenOption(id: "o2", title: "Two")]
        let slots: ScreenSlots = ScreenSlots(
            timeZone: "Europe/Berlin",
            days: [
                ScreenSlotDay(day: day, slots: [ScreenSlot(id: "s1", start: moment), ScreenSlot(id: "s2", start: moment, isFree: false)])
            ],
            later: "later")
        let route: Route = Route(name: "Away", value: [])
        let screen: Screen = Screen(
            title: "Home",
            elements: [
                .heading("h", "On \(moment: moment)"), .text("t", "\(3) of \(ScreenArgument.quantity(7.5, unit: "mmol/L"))"),
                .notice("n", "Careful", kind: .warning), .keyValues("k", name: "K", [ScreenKeyValue("Born", "\(day)")]),
                .list("l", name: "L", [ScreenRow(id: "r1", title: "Row", detail: "more", badge: "new")], cursor: "next"),
                ScreenElement(
                    id: "ta", name: "T",
                    content: .table(
                        ScreenTable(columns: ["A", "B"], rows: [ScreenTableRow(id: "r", cells: ["1", "2"], isChoosable: true)]))),
                .form(
                    "f", name: "F", submit: "Send", error: "Not so",
                    [
                        ScreenField(id: "name", label: "Name", input: .text("Ana", autocomplete: "name"), error: "taken"),
                        ScreenField(id: "pick", label: "Pick", input: .choice(options, selected: ["o2"], severalAllowed: false)),
                        ScreenField(id: "at", label: "At", input: .time(ScreenTime(hour: 9, minute: 5)), isRequired: false),
                        ScreenField(id: "secret", label: "Secret", input: .password(isNew: false)),
                    ]),
                .button("b", "Book"), .button("off", "Off", isEnabled: false), .link("a", "Away", to: route),
                .section("se", "Section", [.section("in", "Inner", [.progress("p", "Loading", fraction: 0.5)])]),
                ScreenElement(id: "sl", name: "Times", content: .slots(slots)), image(),
                ScreenElement(id: "u", name: "New", content: .unknown(Unrecognized(number: 99)), fallback: "In words"),
            ])
        #expect(
            screen.plainText == """
                # Home
                ## On 1970-01-12T13:46:40.000Z
                3 of 7.5 mmol/L
                (warning) Careful
                Born: 2026-05-01
                - Row, more, (new) [r1]
                ... [l]
                A | B
                1 | 2 [r]
                Name: Ana [name] (failure: taken)
                Pick: ( ) One [o1], (x) Two [o2] [pick]
                At (optional): 09:05 [at]
                Secret: **** [secret]
                (failure) Not so
                <Send> [f]
                <Book> [b]
                <Off>
                -> Away [a]
                ## Section
                ### Inner
                Loading (50.0 %)
                Times (Europe/Berlin):
                - 2026-05-01: 1970-01-12T13:46:40.000Z [s1]
                ... [sl]
                (A cat)
                In words

                """)
    }
}
