import ColonnadeContract
import ColonnadeSystemIO

/// One of every element, with the same texts in all places.
struct HostileElements {
    let word: () -> String
    let text: () -> ScreenText
    let id: () -> String

    var elements: [ScreenElement] {
        [
            .heading(id(), text(), level: 9), .text(id(), text()), .notice(id(), text(), kind: .failure),
            .keyValues(id(), name: text(), [ScreenKeyValue(text(), text())]),
            .list(
                id(), name: text(),
                [
                    ScreenRow(id: word(), title: text(), detail: text(), badge: text()),
                    ScreenRow(id: word(), title: text(), action: text()), ScreenRow(id: word(), title: text(), isChoosable: false),
                ], cursor: word()),
            element(
                .table(
                    ScreenTable(
                        columns: [text(), text()], rows: [ScreenTableRow(id: word(), cells: [text(), text(), text()], isChoosable: true)],
                        cursor: word()))),
            .form(id(), name: text(), submit: text(), error: text(), fields),
            .button(id(), text()), .button(id(), text(), style: .destructive, confirmation: text()),
            .link(id(), text(), to: Route(name: word(), value: [])), .progress(id(), text(), fraction: .nan),
            .emptyState(id(), text(), detail: text()), tabs, .section(id(), text(), [.text(id(), text())]),
            element(.image(.svg(word()))), element(.image(.file([0], mediaType: "image/png"))), map, slots, chart,
            ScreenElement(id: id(), name: text(), content: .unknown(Unrecognized(number: 7)), fallback: text()),
        ]
    }

    private func element(_ content: ScreenContent) -> ScreenElement { ScreenElement(id: id(), name: text(), content: content) }

    private var fields: [ScreenField] {
        let few: [ScreenOption] = (0..<2).map { ScreenOption(id: "\($0)" + word(), title: text()) }
        let many: [ScreenOption] = (0..<9).map { ScreenOption(id: "\($0)" + word(), title: text()) }
        let inputs: [ScreenInput] = [
            .text(word(), autocomplete: word()), .multiline(word()), .number(.nan, least: -.infinity, most: 1e300, unit: "m" + word()),
            .day(ScreenDay(year: .min, month: 0, day: 0), first: nil, last: nil), .time(ScreenTime(hour: .max, minute: .min)),
            .choice(few, selected: [word()], severalAllowed: false), .choice(many, selected: [], severalAllowed: false),
            .choice(few, selected: [], severalAllowed: true), .toggle(true), .password(isNew: false),
            .file(mediaTypes: ["a" + word()], mostBytes: .min), .unknown(Unrecognized(number: 9)),
        ]
        return inputs.map { ScreenField(id: id(), label: text(), input: $0, hint: text(), error: text(), isLive: true) }
    }

    private var tabs: ScreenElement {
        let first: String = id()
        return element(
            .tabs([ScreenTab(id: first, title: text(), elements: []), ScreenTab(id: id(), title: text(), elements: [])], selected: first))
    }

    private var map: ScreenElement {
        let points: [ScreenPoint] = [
            ScreenPoint(id: "point" + word(), title: text(), latitude: 52, longitude: 13),
            ScreenPoint(id: "point" + word(), title: text(), latitude: .nan, longitude: 999),
        ]
        return element(.map(ScreenMap(points: points, isLocatable: true)))
    }

    private var slots: ScreenElement {
        let free: ScreenSlot = ScreenSlot(id: word(), start: Date(timeIntervalSince1970: .nan), detail: text())
        let taken: ScreenSlot = ScreenSlot(id: word(), start: Date(timeIntervalSince1970: 0), isFree: false)
        let day: ScreenSlotDay = ScreenSlotDay(day: ScreenDay(year: 0, month: 13, day: 0), slots: [free, taken])
        return element(.slots(ScreenSlots(timeZone: word(), days: [day], earlier: word(), later: word())))
    }

    private var chart: ScreenElement {
        let points: [ScreenChartPoint] = [
            ScreenChartPoint(moment: Date(timeIntervalSince1970: 0), value: 1),
            ScreenChartPoint(moment: Date(timeIntervalSince1970: 9e9), value: 1e14),
        ]
        return element(.chart(ScreenChart(series: [ScreenSeries(title: text(), points: points)], unit: "m" + word())))
    }
}
