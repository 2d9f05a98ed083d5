import ColonnadePresentation
import ColonnadeSystemIO

extension Writing {
    /// The text as HTML. What stands in its places keeps to itself, whatever its direction, and so does a text of another direction than
    /// the page's: its full stop stays at its end.
    func html(_ text: ScreenText) -> HTML {
        let written: HTML = inside(text)
        return isForeign(translated(text)) ? Self.isolated.filled(["text": .html(written)]) : written
    }

    private func inside(_ text: ScreenText) -> HTML {
        // What escaping adds has no braces, so the places stay where they are.
        let escaped: ScreenText = ScreenText(HTML(escaping: translated(text)).text, arguments: text.arguments)
        return HTML(trusted: escaped.written { html($0).text })
    }

    /// The text where no markup can stand: in attributes, options and titles.
    func plain(_ text: ScreenText) -> String {
        ScreenText(HTML.readable(translated(text)), arguments: text.arguments).written { isolated(plain($0)) }
    }

    /// One of the shell's own words, with what stands in its places.
    func word(_ word: Word, _ arguments: ScreenArgument...) -> ScreenText {
        ScreenText(Word.words(primary)[word] ?? Word.english[word] ?? "", arguments: arguments)
    }

    func plain(_ word: Word) -> String { plain(self.word(word)) }

    private func translated(_ text: ScreenText) -> String {
        text.key.flatMap { translations[$0] } ?? text.text
    }

    private func html(_ argument: ScreenArgument) -> HTML {
        let written: HTML = HTML(escaping: plain(argument))
        return switch argument {
        case .moment(let date), .localMoment(let date, _):
            date.isSensible ? Self.moment.filled(["iso": .text(argument.plainText), "text": .html(written)]) : written
        case .day(let day):
            date(of: day) == nil ? written : Self.moment.filled(["iso": .text(argument.plainText), "text": .html(written)])
        case .unknown: .empty
        default: Self.isolated.filled(["text": .html(written)])
        }
    }

    private func plain(_ argument: ScreenArgument) -> String {
        switch argument {
        case .text(let text): HTML.readable(text)
        case .integer(let integer): written(integer)
        case .number(let number, let digits): written(number, digits: digits)
        case .quantity(let number, let unit): written(number, unit: unit)
        case .moment(let date): written(date)
        case .localMoment(let date, let zone): written(date, at: zone)
        case .day(let day): written(day)
        case .time(let time): written(time)
        case .duration(let duration): written(duration)
        case .person(let id, _): HTML.readable(id)
        case .unknown: ""
        }
    }

    /// Between the characters that isolate, where something in it or around it runs from the right.
    private func isolated(_ text: String) -> String {
        Self.runsFromRight(text) || direction == .rightToLeft ? "\u{2068}\(text)\u{2069}" : text
    }

    /// Whether the text has words, and they run in the other direction than the page.
    private func isForeign(_ text: String) -> Bool {
        Self.runsFromRight(text) ? direction == .leftToRight : direction == .rightToLeft && text.contains(where: \.isLetter)
    }

    private static func runsFromRight(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) }
    }

    private static let moment: Template = Template("<time datetime=\"{{{iso}}}\">{{{text}}}</time>")
    private static let isolated: Template = Template("<bdi>{{{text}}}</bdi>")
}
