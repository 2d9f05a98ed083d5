import ColonnadeSystemIO

/// Draws the elements of one screen.
struct ScreenMarkup {
    /// The screen's id.
    let screen: String
    /// What every form carries.
    let token: String
    let writing: Writing
    let images: ImageSource
    /// The level of the screen's own title: 1 where the page has no other.
    let titleLevel: Int
    /// The numbers on a map of what a list of the same screen has, by the id that both have for it.
    let numbers: [String: Int]

    /// An element with all that is in it.
    /// - Parameter depth: how many sections and tabs lie around it.
    func element(_ element: ScreenElement, depth: Int) -> HTML {
        switch element.content {
        case .heading(let text, let level):
            Template.heading.filled(
                common(element, ["level": .text("\(self.level(max(level, depth + 2)))"), "text": .html(writing.html(text))]))
        case .text(let text): Template.text.filled(common(element, ["text": .html(writing.html(text))]))
        case .notice(let text, let kind): notice(element, text, kind)
        case .keyValues(let values): keyValues(element, values)
        case .list(let list): self.list(element, list)
        case .table(let table): self.table(element, table)
        case .form(let form): self.form(element, form, depth: depth)
        case .button(let button): self.button(element, button)
        case .link(let text, _): link(element, text)
        case .tabs(let tabs, let selected): self.tabs(element, tabs, selected: selected, depth: depth)
        case .section(let title, let elements): section(element, title, elements, depth: depth)
        case .progress(let text, let fraction): progress(element, text, fraction)
        case .emptyState(let text, let detail): emptyState(element, text, detail)
        case .image(let image): self.image(element, image)
        case .map(let map): self.map(element, map)
        case .slots(let slots): self.slots(element, slots)
        case .chart(let chart): self.chart(element, chart)
        case .unknown: Template.text.filled(common(element, ["text": .html(writing.html(element.fallback ?? element.name))]))
        }
    }

    func elements(_ elements: [ScreenElement], depth: Int) -> HTML {
        HTML.joined(elements.map { element($0, depth: depth) })
    }

    /// The DOM id of an element or field, or of a part of it.
    func domID(_ element: String, _ part: String? = nil) -> String {
        Markup.domID(screen: screen, element: element) + (part.map { "." + $0 } ?? "")
    }

    /// The heading level, from 2 to 6, of what a screen with a title of level 1 would have at this one.
    func level(_ level: Int) -> Int { max(2, min(level + titleLevel - 1, 6)) }

    /// What every element's template has: its DOM id, and its accessible name.
    func common(_ element: ScreenElement, _ values: Values) -> Values {
        (["id": .text(domID(element.id)), "name": .text(writing.plain(element.name))] as Values).with(values)
    }

    /// A form that tells what a person does with an element.
    /// - Parameters:
    ///   - kind: the form's CSS class.
    ///   - body: what stands in it, its button included.
    func action(_ element: String, _ event: String, kind: String, part: String, _ body: HTML) -> HTML {
        Template.action.filled([
            "id": .text(domID(element, part)), "address": .text(PageAddress.actions(screen: screen)), "token": .value(token),
            "element": .value(element), "event": .text(event), "class": .text(kind), "body": .html(body),
        ])
    }

    /// A button that asks for what a cursor names; empty where there is none.
    func more(_ element: ScreenElement, _ cursor: String?, _ word: Word, part: String) -> HTML {
        guard let cursor else { return .empty }
        let button: HTML = Template.valueButton.filled([
            "class": .text("button plain"), "value": .value(cursor), "text": .text(writing.plain(word)),
            "hidden": .text(": " + writing.plain(element.name)),
        ])
        return action(element.id, "more", kind: "more", part: part, button)
    }
}
