public import ColonnadeSystemIO

extension Screen {
    /// The same screen with each of its texts as `write` gives it. What is filled in, and what tells elements apart, stays.
    public func mappingTexts(_ write: (ScreenText) -> ScreenText) -> Screen {
        Screen(title: write(title), elements: elements.map { $0.mappingTexts(write) })
    }
}

extension ScreenElement {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenElement {
        ScreenElement(id: id, name: write(name), content: content.mappingTexts(write), fallback: fallback.map(write))
    }
}

extension ScreenContent {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenContent {
        switch self {
        case .heading(let text, let level): .heading(write(text), level: level)
        case .text(let text): .text(write(text))
        case .notice(let text, let kind): .notice(write(text), kind: kind)
        case .keyValues(let values): .keyValues(values.map { ScreenKeyValue(write($0.key), write($0.value)) })
        case .list(let list): .list(ScreenList(rows: list.rows.map { $0.mappingTexts(write) }, cursor: list.cursor))
        case .table(let table): .table(table.mappingTexts(write))
        case .form(let form): .form(form.mappingTexts(write))
        case .button(let button):
            .button(
                ScreenButton(
                    title: write(button.title), style: button.style, confirmation: button.confirmation.map(write),
                    isEnabled: button.isEnabled))
        case .link(let text, let route): .link(write(text), route: route)
        case .tabs(let tabs, let selected):
            .tabs(
                tabs.map { ScreenTab(id: $0.id, title: write($0.title), elements: $0.elements.map { $0.mappingTexts(write) }) },
                selected: selected)
        case .section(let title, let elements): .section(write(title), elements: elements.map { $0.mappingTexts(write) })
        case .progress(let text, let fraction): .progress(write(text), fraction: fraction)
        case .emptyState(let text, let detail): .emptyState(write(text), detail: detail.map(write))
        case .map(let map): .map(map.mappingTexts(write))
        case .slots(let slots): .slots(slots.mappingTexts(write))
        case .chart(let chart):
            .chart(ScreenChart(series: chart.series.map { ScreenSeries(title: write($0.title), points: $0.points) }, unit: chart.unit))
        case .image, .unknown: self
        }
    }
}

extension ScreenRow {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenRow {
        ScreenRow(
            id: id, title: write(title), detail: detail.map(write), badge: badge.map(write), isChoosable: isChoosable,
            action: action.map(write))
    }
}

extension ScreenTable {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenTable {
        let rows: [ScreenTableRow] = rows.map { ScreenTableRow(id: $0.id, cells: $0.cells.map(write), isChoosable: $0.isChoosable) }
        return ScreenTable(columns: columns.map(write), rows: rows, cursor: cursor)
    }
}

extension ScreenForm {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenForm {
        let fields: [ScreenField] = fields.map { field in
            var input: ScreenInput = field.input
            if case .choice(let options, let selected, let severalAllowed) = input {
                input = .choice(
                    options.map { ScreenOption(id: $0.id, title: write($0.title)) }, selected: selected, severalAllowed: severalAllowed)
            }
            return ScreenField(
                id: field.id, label: write(field.label), input: input, hint: field.hint.map(write), error: field.error.map(write),
                isRequired: field.isRequired, isLive: field.isLive)
        }
        return ScreenForm(fields: fields, submit: write(submit), error: error.map(write))
    }
}

extension ScreenMap {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenMap {
        let points: [ScreenPoint] = points.map {
            ScreenPoint(id: $0.id, title: write($0.title), latitude: $0.latitude, longitude: $0.longitude)
        }
        return ScreenMap(points: points, selected: selected, isLocatable: isLocatable, drawing: drawing)
    }
}

extension ScreenSlots {
    fileprivate func mappingTexts(_ write: (ScreenText) -> ScreenText) -> ScreenSlots {
        let days: [ScreenSlotDay] = days.map { day in
            ScreenSlotDay(
                day: day.day,
                slots: day.slots.map { ScreenSlot(id: $0.id, start: $0.start, isFree: $0.isFree, detail: $0.detail.map(write)) })
        }
        return ScreenSlots(timeZone: timeZone, days: days, selected: selected, earlier: earlier, later: later)
    }
}
