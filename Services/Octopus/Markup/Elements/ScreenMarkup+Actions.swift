import ColonnadeSystemIO

extension ScreenMarkup {
    func button(_ element: ScreenElement, _ button: ScreenButton) -> HTML {
        let look: String = button.style.look
        let title: HTML = writing.html(button.title)
        guard let question: ScreenText = button.confirmation, button.isEnabled else {
            let body: HTML = Template.button.filled([
                "id": .text(domID(element.id, "button")), "class": .text("button \(look)"), "text": .html(title),
                "isOff": .flag(!button.isEnabled), "label": .html(label(element, unlike: button.title)),
            ])
            return Template.plain.filled(
                common(
                    element, ["class": .text("pressing"), "body": .html(action(element.id, "pressed", kind: "press", part: "form", body))]))
        }
        let body: HTML = Template.confirmedButton.filled([
            "id": .text(domID(element.id, "button")), "class": .text("button \(look)"), "text": .html(title),
            "confirm": .text(writing.plain(.confirm)),
        ])
        return Template.confirmation.filled(
            common(
                element,
                [
                    "class": .text(look), "title": .html(title), "question": .html(writing.html(question)),
                    "about": .text(domID(element.id, "question")), "cancel": .text(writing.plain(.cancel)),
                    "form": .html(action(element.id, "pressed", kind: "press", part: "form", body)),
                    "details": .text(domID(element.id, "details")),
                ]))
    }

    func link(_ element: ScreenElement, _ text: ScreenText) -> HTML {
        let body: HTML = Template.linkButton.filled([
            "id": .text(domID(element.id, "button")), "value": .value(element.id), "text": .html(writing.html(text)),
            "label": .html(label(element, unlike: text)),
        ])
        return Template.plain.filled(
            common(element, ["class": .text("linking"), "body": .html(action(element.id, "followed", kind: "follow", part: "form", body))]))
    }

    /// The accessible name, where it says something else than what is seen.
    private func label(_ element: ScreenElement, unlike text: ScreenText) -> HTML? {
        let name: String = writing.plain(element.name)
        return name.isEmpty || name == writing.plain(text) ? nil : HTML(escaping: name)
    }

    func section(_ element: ScreenElement, _ title: ScreenText, _ elements: [ScreenElement], depth: Int) -> HTML {
        Template.section.filled(
            common(
                element,
                [
                    "level": .text("\(level(depth + 2))"), "title": .html(writing.html(title)),
                    "heading": .text(domID(element.id, "title")),
                    "inside": .text(domID(element.id, "in")), "body": .html(self.elements(elements, depth: depth + 1)),
                ]))
    }

    func tabs(_ element: ScreenElement, _ tabs: [ScreenTab], selected: String, depth: Int) -> HTML {
        let buttons: HTML = Template.tabButtons.filled([
            "tabs": .list(
                tabs.map {
                    [
                        "id": .text(domID($0.id, "tab")), "value": .value($0.id), "title": .html(writing.html($0.title)),
                        "isSelected": .flag($0.id == selected),
                    ]
                })
        ])
        let panels: [Values] = tabs.map { tab in
            [
                "id": .text(domID(tab.id)), "inside": .text(domID(tab.id, "in")), "tab": .text(domID(tab.id, "tab")),
                "isHidden": .flag(tab.id != selected), "body": .html(elements(tab.elements, depth: depth + 1)),
            ]
        }
        return Template.tabs.filled(
            common(
                element,
                ["buttons": .html(action(element.id, "chosen", kind: "tab-list", part: "choose", buttons)), "panels": .list(panels)]))
    }
}

extension ScreenButtonStyle {
    /// The CSS class.
    var look: String {
        switch self {
        case .primary: "primary"
        case .destructive: "destructive"
        case .plain, .unknown: "plain"
        }
    }
}
