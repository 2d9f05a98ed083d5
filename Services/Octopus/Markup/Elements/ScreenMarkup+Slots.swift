import ColonnadeSystemIO

extension ScreenMarkup {
    func slots(_ element: ScreenElement, _ slots: ScreenSlots) -> HTML {
        let days: HTML = Template.days.filled(["days": .list(slots.days.enumerated().map { day($1, $0, element, slots) })])
        let hasFree: Bool = slots.days.contains { $0.slots.contains { $0.isFree } }
        return Template.slots.filled(
            common(
                element,
                [
                    "zone": .html(writing.html(writing.word(.timesIn, .text(slots.timeZone.replacing("_", with: " "))))),
                    "earlier": .html(more(element, slots.earlier, .earlier, part: "earlier")),
                    "later": .html(more(element, slots.later, .later, part: "later")),
                    "days": .html(hasFree ? action(element.id, "chosen", kind: "choosing", part: "choose", days) : days),
                ]))
    }

    private func day(_ day: ScreenSlotDay, _ index: Int, _ element: ScreenElement, _ slots: ScreenSlots) -> Values {
        let name: (weekday: String, day: String) = writing.short(day.day)
        return [
            "id": .text(domID(element.id, "day\(index)")), "weekday": .text(name.weekday), "day": .text(name.day),
            "none": .text(day.slots.isEmpty ? writing.plain(.noTimes) : ""), "hasSlots": .flag(!day.slots.isEmpty),
            "slots": .list(
                day.slots.map { slot in
                    [
                        "value": .value(slot.id), "time": .text(writing.time(of: slot.start, at: slots.timeZone)),
                        "detail": .html(slot.detail.map(writing.html)), "isFree": .flag(slot.isFree),
                        "taken": .text(writing.plain(.taken)), "isSelected": .flag(slot.id == slots.selected),
                    ]
                }),
        ]
    }
}
