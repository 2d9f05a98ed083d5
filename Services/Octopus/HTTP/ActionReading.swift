import ColonnadePresentation
import ColonnadeSystemIO

/// What a form of a page says that a person did, against the screen as it is now.
enum ActionReading {
    /// What follows from a form.
    enum Reading {
        /// The board is told.
        case action(ScreenAction)
        /// A link of the screen is followed.
        case followed(String)
        /// The form is none that the screen's page has.
        case unreadable(String)
    }

    static func read(_ form: FormBody, on screen: Screen) -> Reading {
        guard let element: String = form["element"], let event: String = form["event"] else {
            return .unreadable("The form says neither element nor event.")
        }
        let value: String = form["value"] ?? ""
        switch event {
        case "pressed": return .action(ScreenAction(element, .pressed))
        case "chosen": return .action(ScreenAction(element, .chosen(value)))
        case "more": return .action(ScreenAction(element, .more(cursor: value)))
        case "followed": return .followed(element)
        case "located":
            guard let latitude: Double = form["latitude"].flatMap({ Double($0) }),
                let longitude: Double = form["longitude"].flatMap({ Double($0) })
            else { return .unreadable("A place has a latitude and a longitude.") }
            return .action(ScreenAction(element, .located(latitude: latitude, longitude: longitude)))
        case "entered":
            guard let field: ScreenField = screen.field(element) else { return .action(ScreenAction(element, .pressed)) }
            guard let entered: ScreenValue = self.value(of: field, in: form) else {
                return .unreadable("\(element) is not filled in as it says.")
            }
            return .action(ScreenAction(element, .entered(entered)))
        case "submitted": return submitted(element, form, on: screen)
        default: return .unreadable("'\(event)' is nothing that a person does.")
        }
    }

    private static func submitted(_ element: String, _ form: FormBody, on screen: Screen) -> Reading {
        guard case .form(let shown)? = screen.element(element)?.content else {
            return .unreadable("The page has changed meanwhile; look at it and try again.")
        }
        var values: [String: ScreenValue] = [:]
        for field: ScreenField in shown.fields {
            if case .file = field.input { continue }
            guard isThere(field, in: form) else { continue }
            guard let value: ScreenValue = value(of: field, in: form) else {
                return .unreadable("A field is not filled in as it says: \(field.label.plainText).")
            }
            values[field.id] = value
        }
        return .action(ScreenAction(element, .submitted(values)))
    }

    /// Browsers send nothing for a toggle that is off; a hidden field says that it was there.
    private static func isThere(_ field: ScreenField, in form: FormBody) -> Bool {
        form["field.\(field.id)"] != nil || form["shown.\(field.id)"] != nil
    }

    /// Nil where the text is none of the field's kind.
    private static func value(of field: ScreenField, in form: FormBody) -> ScreenValue? {
        let all: [String] = form.all("field.\(field.id)")
        let text: String = (all.first ?? "").replacing("\r\n", with: "\n")
        switch field.input {
        case .text, .multiline, .password, .unknown: return .text(text)
        case .number: return text.isEmpty ? .number(nil) : Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        case .day: return text.isEmpty ? .day(nil) : ScreenDay(iso: text).map { .day($0) }
        case .time: return text.isEmpty ? .time(nil) : time(text).map { .time($0) }
        case .choice: return .options(all.filter { !$0.isEmpty })
        case .toggle: return .toggle(!all.isEmpty)
        case .file: return nil
        }
    }

    /// `09:30`, and `09:30:00` as some browsers write it.
    private static func time(_ text: String) -> ScreenTime? {
        let parts: [Int] = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { $0.count == 2 ? Int($0) : nil }
        guard (2...3).contains(parts.count), (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        return ScreenTime(hour: parts[0], minute: parts[1])
    }
}
