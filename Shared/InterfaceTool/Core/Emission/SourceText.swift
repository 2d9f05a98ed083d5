/// Swift source that is being written, line by line, laid out as `swift format` would.
struct SourceText {
    /// Longest line, in characters.
    static let width: Int = 140

    private var lines: [String] = []
    private var depth: Int = 0

    /// The whole text, with a newline at the end.
    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: depth * 4) + text)
    }

    /// What `body` writes, indented between `head` and `end`.
    mutating func block(_ head: String, end: String = "}", _ body: (inout SourceText) -> Void) {
        line(head)
        indented(body)
        line(end)
    }

    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A branch of a switch: on one line where its statements are one that fits.
    mutating func branch(_ head: String, _ body: (inout SourceText) -> Void) {
        var inner: SourceText = SourceText()
        body(&inner)
        if inner.lines.count == 1, fits("\(head) \(inner.lines[0])") { return line("\(head) \(inner.lines[0])") }
        line(head)
        indented(body)
    }

    /// A list in brackets, an element a line; the last one of several has a comma too.
    mutating func list(_ head: String, end: String, count: Int, _ element: (Int, String, inout SourceText) -> Void) {
        block("\(head)[", end: "]\(end)") { text in
            for index: Int in 0..<count { element(index, count > 1 ? "," : "", &text) }
        }
    }

    /// `head(arguments)tail`, on one line where it fits; or with the arguments on lines of their own.
    mutating func call(_ head: String, _ arguments: [String], _ tail: String = "") {
        let short: String = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
        if fits(short) { return line(short) }
        line("\(head)(")
        indented { $0.fill(arguments, end: ")\(tail)") }
    }

    /// As many arguments on a line as fit, `end` behind the last.
    private mutating func fill(_ arguments: [String], end: String) {
        var current: String = ""
        for (index, argument): (Int, String) in arguments.enumerated() {
            let piece: String = argument + (index == arguments.count - 1 ? end : ",")
            let longer: String = current.isEmpty ? piece : "\(current) \(piece)"
            if current.isEmpty || fits(longer) {
                current = longer
            } else {
                line(current)
                current = piece
            }
        }
        line(current)
    }

    func fits(_ text: String) -> Bool { depth * 4 + text.count <= Self.width }

    /// A documentation comment of a generated declaration.
    mutating func documentation(_ text: String) {
        for part: Substring in text.split(separator: "\n", omittingEmptySubsequences: false) {
            line(part.isEmpty ? "///" : "/// \(part)")
        }
    }
}

extension String {
    /// The name, in backticks where it is a word of the language.
    var escapedName: String { Self.keywords.contains(self) ? "`\(self)`" : self }

    /// `clinicalRecords` for `ClinicalRecords`, `urls` for `URLs`.
    var lowerCamel: String {
        let upper: Int = prefix { $0.isUppercase }.count
        let lowered: Int = upper <= 1 || upper == count ? upper : upper - 1
        return prefix(lowered).lowercased() + dropFirst(lowered)
    }

    /// `SearchPlaces` for `searchPlaces`.
    var upperCamel: String { prefix(1).uppercased() + dropFirst() }

    /// A string literal.
    var literal: String {
        var text: String = "\""
        for scalar: Unicode.Scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
