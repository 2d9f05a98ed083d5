/// Follows the braces of a file, line by line: in whose body does the next line stand?
struct TypeBodies {
    /// Whether the innermost body is that of a type; nil at the top level.
    var isType: Bool? { bodies.last }
    var depth: Int { bodies.count }

    private var bodies: [Bool] = []
    private var header: String = ""

    /// Reads one line of code.
    mutating func read(_ line: String) {
        for letter: Character in line {
            switch letter {
            case "{":
                bodies.append(Self.opensType(header))
                header = ""
            case "}":
                _ = bodies.popLast()
                header = ""
            default: header.append(letter)
            }
        }
        header += " "
    }

    private static func opensType(_ header: String) -> Bool {
        let words: [Substring] = header.split { !($0.isLetter || $0 == "_" || $0 == ".") }
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "extension", "protocol"]
        // What stands before the last property or function of the header belongs to those.
        guard let kind: Int = words.lastIndex(where: { kinds.contains($0) }) else { return false }
        return !words[kind...].contains { ["func", "init", "var", "let", "case", "return"].contains($0) }
    }
}
