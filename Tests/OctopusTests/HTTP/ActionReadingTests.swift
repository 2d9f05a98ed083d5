import ColonnadePresentation
import ColonnadeSystemIO
import Testing

@testable import OctopusHTTP

@Suite("What a form says that a person did")
struct ActionReadingTests {
    private static let screen: Screen = Screen(
        title: "Form",
        elements: [
            .form(
                "who", name: "Who", submit: "Send",
                [

                    ScreenField(id: "name", label: "Name", input: .text("", autocomplete: nil)),
                    ScreenField(id: "born", label: "Born", input: .day(nil, first: nil, last: nil)),
                    ScreenField(id: "at", label: "At", input: .time(nil)),
                    ScreenField(id: "weight", label: "Weight", input: .number(nil, least: nil, most: nil, unit: "kg")),
                    ScreenField(id: "kinds", label: "Kinds", input: .choice([], selected: [], severalAllowed: true)),
                    ScreenField(id: "agreed", label: "Agreed", input: .toggle(false)),
                ])
        ])

    private static func action(_ form: String) -> ScreenAction? {
        guard let body: FormBody = FormBody(Array(form.utf8)), case .action(let action) = ActionReading.read(body, on: screen) else {
            return nil
        }
        return action
    }

    @Test("Each field's text becomes a value of the field's kind")
    func values() {
        let form: String =
            "element=who&event=submitted&field.name=J%C3%B6rg%0D%0AMeier&field.born=2026-02-28&field.at=09%3A30&field.weight=7.5"
            + "&shown.kinds=1&field.kinds=a&field.kinds=b&shown.agreed=1"
        #expect(
            Self.action(form)
                == ScreenAction(
                    "who",
                    .submitted([
                        "name": .text("Jörg\nMeier"), "born": .day(ScreenDay(year: 2026, month: 2, day: 28)),
                        "at": .time(ScreenTime(hour: 9, minute: 30)), "weight": .number(7.5), "kinds": .options(["a", "b"]),
                        "agreed": .toggle(false),
                    ])))
    }

    @Test(
        "What is not filled in as its field says is not handed on",
        arguments: [
            "field.born=2026-02-30", "field.born=yesterday", "field.at=25:00", "field.at=9:30", "field.weight=nan", "field.weight=inf",
            "field.weight=seven",
        ])
    func nonsense(_ field: String) {
        #expect(Self.action("element=who&event=submitted&\(field)") == nil)
    }

    @Test("A form for an element that is gone, and an event that nobody knows, are not handed on")
    func unknown() {
        #expect(Self.action("element=gone&event=submitted") == nil)
        #expect(Self.action("element=who&event=exploded") == nil)
        #expect(Self.action("event=pressed") == nil)
        #expect(Self.action("element=map&event=located&latitude=1") == nil)
    }

    @Test(
        "What browsers do not write is no form",
        arguments: ["%", "%4", "%zz=1", "a=%ff", String(repeating: "a=1&", count: FormBody.fieldsAtMost + 1)])
    func noForms(_ text: String) {
        #expect(FormBody(Array(text.utf8)) == nil)
    }
}
