import RepositoryFiles

/// The order of a type's stored properties: static, instance, wrapped; in each of them public to private; then `let` before `var`.
/// Computed properties stand where they are read best.
struct PropertyRules {
    static func check(_ file: SourceFile) -> [Violation] {
        guard !file.isGenerated else { return [] }
        var found: [Violation] = []
        var bodies: TypeBodies = TypeBodies()
        var attributes: String = ""
        // The last property of each body that is open, by its depth.
        var last: [Int: Property] = [:]
        for line: Int in file.code.indices {
            let text: String = attributes + file.code[line]
            let next: String = line + 1 < file.code.count ? file.code[line + 1] : ""
            if bodies.isType == true, let property: Property = Property(text, next: next) {
                if let above: Property = last[bodies.depth], property.order < above.order {
                    found.append(Violation(file, line: line, "\(property) stands below \(above); \(order)"))
                }
                last[bodies.depth] = property
            }
            attributes = isAttribute(text) ? text + " " : ""
            bodies.read(file.code[line])
            last = last.filter { $0.key <= bodies.depth }
        }
        return found
    }

    private static let order: String = "properties are grouped: static, instance, wrapped; then public to private; then let before var"

    /// Whether a declaration's attributes go on in the next line.
    private static func isAttribute(_ text: String) -> Bool {
        guard text.drop(while: { $0 == " " }).hasPrefix("@") else { return false }
        let isOpen: Bool = text.count { $0 == "(" } > text.count { $0 == ")" }
        return isOpen || text.wholeMatch(of: /( *@[\w.]+(\(.*\))?)+ */) != nil
    }
}

/// A stored property, as it is declared.
private struct Property: CustomStringConvertible {
    private static let levels: [Substring] = ["open", "public", "package", "internal", "fileprivate", "private"]
    private static let modifiers: Set<Substring> = Set(levels).union([
        "static", "class", "final", "lazy", "weak", "unowned", "nonisolated", "override", "dynamic",
    ])

    /// What has a smaller one stands above.
    let order: (group: Int, access: Int, kind: Int)
    let description: String

    /// - Parameter next: the line below, on which an observer may stand.
    init?(_ text: String, next: String) {
        guard
            let match: Regex<(Substring, Substring, Substring, Substring, Substring)>.Match =
                text.firstMatch(of: /^((?:.*[ )])?)\b(let|var) +(`?\w+`?|\()(.*)/),
            case (_, let before, let kind, let name, let rest) = match.output
        else { return nil }
        // What a setter may do does not count, nor what attributes are given.
        let plain: Substring = before.replacing(/@[\w.]+(\([^()]*(\([^()]*\)[^()]*)*\))?|\w+\(set\)|\(\w+\)/, with: "")
        let words: [Substring] = plain.split(separator: " ")
        guard words.allSatisfy(Self.modifiers.contains), kind == "let" || !Self.isComputed(rest, next: next) else { return nil }
        let isWrapped: Bool = before.matches(of: /@([A-Z]\w*)/).contains { $0.1 != "MainActor" }
        let isStatic: Bool = words.contains("static") || words.contains("class")
        let access: Substring = words.first(where: Self.levels.contains) ?? "internal"
        order = (isStatic ? 0 : isWrapped ? 2 : 1, Self.levels.firstIndex(of: access) ?? 0, kind == "let" ? 0 : 1)
        let said: [Substring] = [isWrapped ? "wrapped" : "", access, isStatic ? "static" : "", kind]
        description = "\(name) (\(said.filter { !$0.isEmpty }.joined(separator: " ")))"
    }

    private static func isComputed(_ rest: Substring, next: String) -> Bool {
        let type: Substring = rest.prefix { $0 != "=" }
        return type.contains("{") && !(type + next).contains(/\{ *(didSet|willSet)\b/)
    }
}
