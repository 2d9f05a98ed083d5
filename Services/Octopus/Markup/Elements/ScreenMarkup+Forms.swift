import ColonnadeSystemIO

extension ScreenMarkup {
    func form(_ element: ScreenElement, _ form: ScreenForm, depth: Int) -> HTML {
        let hasFile: Bool = form.fields.contains { if case .file = $0.input { true } else { false } }
        return Template.form.filled(
            common(
                element,
                [
                    "address": .text(PageAddress.actions(screen: screen)), "token": .value(token), "element": .value(element.id),
                    "hasFile": .flag(hasFile), "summary": .html(summary(element, form, depth: depth)),
                    "fields": .html(HTML.joined(form.fields.map(field))), "submit": .html(writing.html(form.submit)),
                    "button": .text(domID(element.id, "submit")), "form": .text(domID(element.id, "form")),
                ]))
    }

    /// What is wrong with a form, above it, with a link to each field; empty where nothing is.
    private func summary(_ element: ScreenElement, _ form: ScreenForm, depth: Int) -> HTML {
        let wrong: [Values] = form.fields.compactMap { field in
            field.error.map { ["address": .text("#" + self.target(of: field)), "text": .html(writing.html($0))] }
        }
        guard !wrong.isEmpty || form.error != nil else { return .empty }
        return Template.errorSummary.filled([
            "id": .text(domID(element.id, "problem")), "title": .text(writing.plain(.problem)), "level": .text("\(level(depth + 2))"),
            "error": .html(form.error.map(writing.html)), "fields": .list(wrong), "hasFields": .flag(!wrong.isEmpty),
        ])
    }

    /// The DOM id of what gets the focus: of several options the first.
    private func target(of field: ScreenField) -> String {
        if case .choice(let options, _, let severalAllowed) = field.input, !options.isEmpty,
            severalAllowed || options.count <= Self.mostRadios
        {
            return domID(field.id, "0")
        }
        return domID(field.id)
    }

    /// More options than these are behind a select.
    static let mostRadios: Int = 7

    private func field(_ field: ScreenField) -> HTML {
        let control: FieldControl = control(of: field)
        let hint: HTML = HTML.joined(
            [field.hint.map(writing.html), control.hint].compactMap(\.self).enumerated().map { $0 == 0 ? $1 : HTML(escaping: " ") + $1 })
        let described: [String] = [hint.isNull ? nil : domID(field.id, "hint"), field.error == nil ? nil : domID(field.id, "error")]
            .compactMap(\.self)
        let shared: Values = [
            "id": .text(domID(field.id)), "field": .value("field.\(field.id)"), "shown": .value("shown.\(field.id)"),
            "elementID": .value(field.id), "label": .html(writing.html(field.label)), "hint": .html(hint),
            "hintID": .text(domID(field.id, "hint")), "error": .html(field.error.map(writing.html)),
            "errorID": .text(domID(field.id, "error")), "errorWord": .text(writing.plain(.error)),
            "described": .text(described.joined(separator: " ")), "isRequired": .flag(field.isRequired), "isLive": .flag(field.isLive),
            "optional": .text(field.isRequired ? "" : writing.plain(.optional)), "isWrong": .flag(field.error != nil),
        ]
        let values: Values = shared.with(control.values)
        let filled: Values = ["control": .html(control.template.filled(values))]
        return (control.isGroup ? Template.fieldGroup : control.isToggle ? Template.toggleField : Template.field).filled(
            values.with(filled))
    }
}

/// How one kind of input is drawn.
struct FieldControl {
    let template: Template
    let values: Values
    /// What the kind itself has to say, behind the field's own hint.
    var hint: HTML?
    /// Whether it is several controls under one legend.
    var isGroup: Bool = false
    var isToggle: Bool = false
}
