public import ColonnadeSystemIO

/// Whether an action is one that a screen offers.
public enum ActionFit: Hashable, Sendable {
    /// It is.
    case fits
    /// The screen has no such element, row or slot, or the button is off: it did when the person acted, and the screen that they have by
    /// now says so. Nothing is done, and nothing more said.
    case gone
    /// No shell that works sends it: a value of another kind, or one that the field does not take. Says why.
    case unfit(String)
}

extension Screen {
    /// Whether the screen offers this action. Whether a piece of an upload follows the one before it is looked at apart.
    public func fit(of action: ScreenAction, limits: ScreenLimits = ScreenLimits()) -> ActionFit {
        switch action.event {
        case .entered(let value):
            guard let field: ScreenField = field(action.element) else { return gone(action) }
            guard field.isLive else { return .unfit("\(field.id) is sent with its form, and not by itself.") }
            return field.fit(of: value, limits: limits)
        case .upload:
            guard let field: ScreenField = field(action.element) else { return gone(action) }
            guard case .file = field.input else { return .unfit("\(field.id) takes no file.") }
            return .fits
        default:
            guard let element: ScreenElement = element(action.element) else { return gone(action) }
            return element.content.fit(of: action, limits: limits)
        }
    }

    private func gone(_ action: ScreenAction) -> ActionFit {
        element(action.element) == nil && field(action.element) == nil
            ? .gone : .unfit("\(action.element) does not take what was done with it.")
    }
}

extension ScreenContent {
    fileprivate func fit(of action: ScreenAction, limits: ScreenLimits) -> ActionFit {
        switch (action.event, self) {
        case (.pressed, .button(let button)): button.isEnabled ? .fits : .gone
        case (.chosen(let id), .list(let list)): Self.has(list.rows.contains { $0.id == id && $0.isChoosable })
        case (.chosen(let id), .table(let table)): Self.has(table.rows.contains { $0.id == id && $0.isChoosable })
        case (.chosen(let id), .tabs(let tabs, _)): Self.has(tabs.contains { $0.id == id })
        case (.chosen(let id), .map(let map)): Self.has(map.points.contains { $0.id == id })
        case (.chosen(let id), .slots(let slots)): Self.has(slots.days.contains { $0.slots.contains { $0.id == id && $0.isFree } })
        case (.submitted(let values), .form(let form)): form.fit(of: values, limits: limits)
        case (.more(let cursor), .list(let list)): Self.has(list.cursor == cursor)
        case (.more(let cursor), .table(let table)): Self.has(table.cursor == cursor)
        case (.more(let cursor), .slots(let slots)): Self.has(slots.earlier == cursor || slots.later == cursor)
        case (.located(let latitude, let longitude), .map(let map)):
            map.isLocatable && abs(latitude) <= 90 && abs(longitude) <= 180
                ? .fits : .unfit("\(action.element) can not be pointed at there.")
        default: .unfit("\(action.element) does not take what was done with it.")
        }
    }

    private static func has(_ isThere: Bool) -> ActionFit { isThere ? .fits : .gone }
}

extension ScreenForm {
    fileprivate func fit(of values: [String: ScreenValue], limits: ScreenLimits) -> ActionFit {
        for (id, value): (String, ScreenValue) in values {
            guard let field: ScreenField = fields.first(where: { $0.id == id }) else { return .gone }
            let fit: ActionFit = field.fit(of: value, limits: limits)
            if fit != .fits { return fit }
        }
        return .fits
    }
}

extension ScreenField {
    /// Whether the field takes this value: a vertical gets none that its own screen rules out.
    fileprivate func fit(of value: ScreenValue, limits: ScreenLimits) -> ActionFit {
        let isTaken: Bool
        switch (input, value) {
        case (.text, .text(let text)), (.multiline, .text(let text)), (.password, .text(let text)):
            isTaken = text.utf8.count <= limits.textBytes
        case (.number(_, let least, let most, _), .number(let number)):
            isTaken = number.map { $0.isFinite && $0 >= least ?? -.infinity && $0 <= most ?? .infinity } ?? true
        case (.day(_, let first, let last), .day(let day)):
            isTaken = day.map { $0.isPossible && $0.order >= first?.order ?? .min && $0.order <= last?.order ?? .max } ?? true
        case (.time, .time(let time)): isTaken = time.map { (0..<24).contains($0.hour) && (0..<60).contains($0.minute) } ?? true
        case (.choice(let options, _, let severalAllowed), .options(let chosen)):
            isTaken =
                chosen.count <= (severalAllowed ? options.count : 1) && chosen.allSatisfy { id in options.contains { $0.id == id } }
        case (.toggle, .toggle): isTaken = true
        default: isTaken = false
        }
        return isTaken ? .fits : .unfit("\(id) does not take that value.")
    }
}

extension ScreenDay {
    fileprivate var isPossible: Bool { (1...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day) }

    /// Grows with the calendar, where the day is possible.
    fileprivate var order: Int { (year * 100 + month) * 100 + day }
}
