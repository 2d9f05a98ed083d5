import ColonnadePresentation
import ColonnadeSystemIO

extension ScreenMarkup {
    func control(of field: ScreenField) -> FieldControl {
        switch field.input {
        case .text(let text, let autocomplete):
            input("text", ["value": .value(text), "autocomplete": .text(Self.autocomplete(autocomplete))])
        case .multiline(let text): FieldControl(template: .multiline, values: ["value": .value(text)])
        case .number(let number, let least, let most, let unit): self.number(number, least, most, unit)
        case .day(let day, let first, let last):
            input("date", ["value": .text(Self.iso(day)), "least": .text(Self.iso(first)), "most": .text(Self.iso(last))])
        case .time(let time): input("time", ["value": .text(time?.plainText ?? "")])
        case .choice(let options, let selected, let severalAllowed): choice(field, options, selected, severalAllowed)
        case .toggle(let isOn): FieldControl(template: .toggle, values: ["isOn": .flag(isOn)], isToggle: true)
        case .password(let isNew): input("password", ["autocomplete": .text(isNew ? "new-password" : "current-password")])
        case .file(let mediaTypes, let mostBytes): file(mediaTypes, mostBytes)
        case .unknown: FieldControl(template: .unknownInput, values: [:])
        }
    }

    private func input(_ type: String, _ values: Values) -> FieldControl {
        FieldControl(template: .input, values: (["type": .text(type)] as Values).with(values))
    }

    private func number(_ number: Double?, _ least: Double?, _ most: Double?, _ unit: String?) -> FieldControl {
        func plain(_ number: Double?) -> String { number.flatMap { $0.isFinite ? "\($0)" : nil } ?? "" }
        func whole(_ number: Double?) -> String {
            number.flatMap(Int.init(exactly:)).map { "\($0)" } ?? plain(number)
        }
        return input(
            "number",
            [
                "value": .text(whole(number)), "least": .text(whole(least)), "most": .text(whole(most)), "isNumber": .flag(true),
                "unit": .text(unit.map(Writing.unitName) ?? ""),
            ])
    }

    private func choice(_ field: ScreenField, _ options: [ScreenOption], _ selected: [String], _ severalAllowed: Bool) -> FieldControl {
        let chosen: Set<String> = Set(selected)
        let values: [Values] = options.enumerated().map { index, option in
            [
                "id": .text(domID(field.id, "\(index)")), "field": .value("field.\(field.id)"), "value": .value(option.id),
                "title": .html(writing.html(option.title)), "plain": .text(writing.plain(option.title)),
                "isChosen": .flag(chosen.contains(option.id)), "type": .text(severalAllowed ? "checkbox" : "radio"),
                "isRequired": .flag(field.isRequired && !severalAllowed), "elementID": .value(field.id), "isLive": .flag(field.isLive),
            ]
        }
        guard severalAllowed || options.count <= Self.mostRadios else {
            return FieldControl(template: .select, values: ["options": .list(values), "none": .text(writing.plain(.pickOne))])
        }
        return FieldControl(template: .options, values: ["options": .list(values), "isSeveral": .flag(severalAllowed)], isGroup: true)
    }

    private func file(_ mediaTypes: [String], _ mostBytes: Int) -> FieldControl {
        let limit: ScreenText = writing.word(.fileLimit, .text(writing.written(bytes: mostBytes)))
        return FieldControl(
            template: .file,
            values: [
                "types": .text(mediaTypes.joined(separator: ",")), "most": .text("\(mostBytes)"),
                "tooLarge": .text(writing.plain(.tooLarge)),
            ], hint: writing.html(limit))
    }

    private static func iso(_ day: ScreenDay?) -> String {
        guard let day, (1...9_999).contains(day.year) else { return "" }
        return String(repeating: "0", count: 4 - "\(day.year)".count) + day.plainText
    }

    /// The word, where HTML has it.
    private static func autocomplete(_ word: String?) -> String {
        let known: Set<String> = [
            "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname", "email", "username",
            "new-password", "current-password", "one-time-code", "organization-title", "organization", "street-address", "address-line1",
            "address-line2", "address-line3", "address-level4", "address-level3", "address-level2", "address-level1", "country",
            "country-name", "postal-code", "language", "bday", "bday-day", "bday-month", "bday-year", "sex", "tel", "tel-national", "url",
            "off", "on",
        ]
        return word.flatMap { known.contains($0) ? $0 : nil } ?? ""
    }
}
