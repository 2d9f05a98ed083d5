import ColonnadeSystemIO

extension ScreenContent {
    /// Elements inside an element, under the id by which changes name the place: a section's own, or a tab's.
    struct Group: Equatable {
        let id: String
        var elements: [ScreenElement]
    }

    /// What is inside the element with this id, in order; empty for an element that holds no others.
    func groups(of id: String) -> [Group] {
        switch self {
        case .section(_, let elements): [Group(id: id, elements: elements)]
        case .tabs(let tabs, _): tabs.map { Group(id: $0.id, elements: $0.elements) }
        default: []
        }
    }

    /// The same content with other elements inside, as many groups as ``groups(of:)`` gave.
    func with(_ groups: [Group]) -> ScreenContent {
        switch self {
        case .section(let title, _): .section(title, elements: groups.first?.elements ?? [])
        case .tabs(let tabs, let selected):
            .tabs(zip(tabs, groups).map { ScreenTab(id: $0.id, title: $0.title, elements: $1.elements) }, selected: selected)
        default: self
        }
    }
}

extension ScreenElement {
    var groups: [ScreenContent.Group] { content.groups(of: id) }

    func with(_ groups: [ScreenContent.Group]) -> ScreenElement {
        ScreenElement(id: id, name: name, content: content.with(groups), fallback: fallback)
    }

    /// Itself, with nothing inside.
    var shell: ScreenElement {
        with(groups.map { ScreenContent.Group(id: $0.id, elements: []) })
    }
}

extension Screen {
    /// The element with this id, at whatever depth; nil where there is none. Fields of forms are no elements.
    public func element(_ id: String) -> ScreenElement? {
        var waiting: [ScreenElement] = elements
        while let element: ScreenElement = waiting.popLast() {
            if element.id == id { return element }
            waiting += element.groups.flatMap(\.elements)
        }
        return nil
    }

    /// The field with this id; nil where no form has it.
    public func field(_ id: String) -> ScreenField? {
        var waiting: [ScreenElement] = elements
        while let element: ScreenElement = waiting.popLast() {
            if case .form(let form) = element.content, let field: ScreenField = form.fields.first(where: { $0.id == id }) { return field }
            waiting += element.groups.flatMap(\.elements)
        }
        return nil
    }
}
