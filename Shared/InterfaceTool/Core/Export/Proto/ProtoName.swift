/// Swift's names in the spelling of `.proto` files.
enum ProtoName {
    /// `isSearchEnabled` is `is_search_enabled`, `URLText` is `url_text`, `_0` is `0`.
    static func snake(_ name: String) -> String {
        let letters: [Character] = Array(ascii(name))
        var text: String = ""
        for (index, letter): (Int, Character) in letters.enumerated() {
            if letter.isUppercase, index > 0, letters[index - 1] != "_" {
                let endsAWord: Bool = !letters[index - 1].isUppercase
                let beginsAWord: Bool = index + 1 < letters.count && letters[index + 1].isLowercase
                if endsAWord || beginsAWord { text += "_" }
            }
            text += letter.lowercased()
        }
        let trimmed: String = String(text.trimmingPrefix { $0 == "_" })
        guard let first: Character = trimmed.first, !first.isNumber else { return "value" + (trimmed.isEmpty ? "" : "_") + trimmed }
        return trimmed
    }

    static func upperSnake(_ name: String) -> String { snake(name).uppercased() }

    /// The name of a message, an enum or a method: upper camel, ASCII, no dots.
    static func type(_ name: String) -> String {
        let parts: [String] = name.split(separator: ".").map { ascii(String($0)).upperCamel }
        let joined: String = String(parts.joined().trimmingPrefix { $0 == "_" })
        guard let first: Character = joined.first, !first.isNumber else { return "Type" + joined }
        return joined.upperCamel
    }

    /// The name that protoc gives a field in JSON; two fields of a message may not share one.
    static func json(_ name: String) -> String {
        var text: String = ""
        var raises: Bool = false
        for letter: Character in name {
            if letter == "_" {
                raises = true
            } else {
                text += raises ? letter.uppercased() : String(letter)
                raises = false
            }
        }
        return text
    }

    /// The message that protoc makes for the entries of a map.
    static func entry(_ field: String) -> String { json(field).upperCamel + "Entry" }

    /// `.proto` files know no letters but ASCII's; others become their code, as `ö` does `xf6`.
    private static func ascii(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            let isPlain: Bool = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
            return isPlain ? String(scalar) : "x" + String(scalar.value, radix: 16)
        }.joined()
    }
}

/// Gives each name once: who comes second gets a number behind it. Names that differ in case and underscores only count
/// as the same, as they do for protoc.
struct ProtoNames {
    private var taken: Set<String> = []

    mutating func claim(_ name: String) -> String {
        var candidate: String = name
        var count: Int = 2
        while !taken.insert(candidate.lowercased().filter { $0 != "_" }).inserted {
            candidate = "\(name)_\(count)"
            count += 1
        }
        return candidate
    }
}
