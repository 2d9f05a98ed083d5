public import ColonnadeSystemIO

// The elements by short names, so that a view reads as the page does. The accessible name is what the element says, unless it is given.
extension ScreenElement {
    /// The heading of what follows.
    public static func heading(_ id: String, _ text: ScreenText, level: Int = 2) -> ScreenElement {
        ScreenElement(id: id, name: text, content: .heading(text, level: level))
    }

    /// A paragraph.
    public static func text(_ id: String, _ text: ScreenText) -> ScreenElement {
        ScreenElement(id: id, name: text, content: .text(text))
    }

    /// Something to take note of.
    public static func notice(_ id: String, _ text: ScreenText, kind: ScreenNoticeKind = .information) -> ScreenElement {
        ScreenElement(id: id, name: text, content: .notice(text, kind: kind))
    }

    /// Names and values.
    public static func keyValues(_ id: String, name: ScreenText, _ values: [ScreenKeyValue]) -> ScreenElement {
        ScreenElement(id: id, name: name, content: .keyValues(values))
    }

    /// Rows, and where they go on.
    public static func list(_ id: String, name: ScreenText, _ rows: [ScreenRow], cursor: String? = nil) -> ScreenElement {
        ScreenElement(id: id, name: name, content: .list(ScreenList(rows: rows, cursor: cursor)))
    }

    /// Fields that are sent together.
    public static func form(
        _ id: String, name: ScreenText, submit: ScreenText, error: ScreenText? = nil, _ fields: [ScreenField]
    ) -> ScreenElement {
        ScreenElement(id: id, name: name, content: .form(ScreenForm(fields: fields, submit: submit, error: error)))
    }

    /// Something to do.
    public static func button(
        _ id: String, _ title: ScreenText, style: ScreenButtonStyle = .plain, confirmation: ScreenText? = nil, isEnabled: Bool = true
    ) -> ScreenElement {
        ScreenElement(
            id: id, name: title,
            content: .button(ScreenButton(title: title, style: style, confirmation: confirmation, isEnabled: isEnabled)))
    }

    /// A way on.
    public static func link(_ id: String, _ title: ScreenText, to route: Route) -> ScreenElement {
        ScreenElement(id: id, name: title, content: .link(title, route: route))
    }

    /// Elements that belong together.
    public static func section(_ id: String, _ title: ScreenText, _ elements: [ScreenElement]) -> ScreenElement {
        ScreenElement(id: id, name: title, content: .section(title, elements: elements))
    }

    /// How far something is, from 0 to 1; nil where nobody knows.
    public static func progress(_ id: String, _ text: ScreenText, fraction: Double? = nil) -> ScreenElement {
        ScreenElement(id: id, name: text, content: .progress(text, fraction: fraction))
    }

    /// Says that there is nothing here.
    public static func emptyState(_ id: String, _ text: ScreenText, detail: ScreenText? = nil) -> ScreenElement {
        ScreenElement(id: id, name: text, content: .emptyState(text, detail: detail))
    }
}
