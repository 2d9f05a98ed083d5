/// A key of `top`.
enum TopKey: Hashable, Sendable {
    case up, down, pageUp, pageDown, first, last
    case sort, sortBack, invert, filter, help, quit
    case enter, escape, erase
    case character(Character)

    /// What terminals send for keys that are no characters.
    private static let sequences: [String: TopKey] = [
        "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[5~": .pageUp, "[6~": .pageDown, "[H": .first, "OH": .first, "[1~": .first,
        "[F": .last, "OF": .last, "[4~": .last, "[11~": .help, "OP": .help, "[14~": .filter, "OS": .filter, "[17~": .sort,
        "[21~": .quit,
    ]

    /// The keys in what was read at once. Sequences that are no key of ours are skipped.
    static func read(_ bytes: [UInt8]) -> [TopKey] {
        var keys: [TopKey] = []
        var rest: Substring = Substring(String(decoding: bytes, as: UTF8.self))
        while let character: Character = rest.popFirst() {
            switch character {
            case "\u{1B}": keys += sequence(&rest)
            case "\r", "\n", "\r\n": keys.append(.enter)
            case "\u{7F}", "\u{08}": keys.append(.erase)
            default: if character.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { keys.append(.character(character)) }
            }
        }
        return keys
    }

    private static func sequence(_ rest: inout Substring) -> [TopKey] {
        guard let first: Character = rest.first, first == "[" || first == "O" else { return [.escape] }
        var text: String = String(rest.removeFirst())
        while let next: Character = rest.popFirst() {
            text.append(next)
            // The last byte of a sequence is a letter or ~.
            if next.isLetter || next == "~" { break }
        }
        return sequences[text].map { [$0] } ?? []
    }

    /// What a character does outside the filter.
    var command: TopKey {
        guard case .character(let character) = self else { return self }
        return switch character {
        case "q": .quit
        case "h", "?": .help
        case "/": .filter
        case ">": .sort
        case "<": .sortBack
        case "I": .invert
        case "k": .up
        case "j": .down
        default: self
        }
    }
}
