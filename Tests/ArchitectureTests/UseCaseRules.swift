import RepositoryFiles

/// What a use case is: one thing that a user does, over interfaces.
struct UseCaseRules {
    static func check(_ file: SourceFile) -> [Violation] {
        guard file.path.hasPrefix("Services/"), file.path.contains("/Domain/UseCases/") else { return [] }
        let type: String = String(file.name.dropLast(".swift".count))
        guard type.hasSuffix("UseCase") else { return [Violation(file, "a use case is called …UseCase, and so is its file")] }
        return declared(file, type) + methods(file, type) + others(file, type) + dependencies(file)
    }

    private static func declared(_ file: SourceFile, _ type: String) -> [Violation] {
        let types: [Substring] = file.code.indices.compactMap { line in
            let words: [Substring] = file.words(line)
            guard let kind: Int = words.firstIndex(where: { ["struct", "class", "actor"].contains($0) }), kind + 1 < words.count,
                !words.contains("import"),
                !words[..<kind].contains("private")
            else { return nil }
            return words[kind + 1]
        }
        return types == [Substring(type)] ? [] : [Violation(file, "holds \(types.joined(separator: ", ")); it should hold \(type) alone")]
    }

    /// Whoever is handed a use case can do one thing with it.
    private static func methods(_ file: SourceFile, _ type: String) -> [Violation] {
        // What stands in private types beside it is nobody else's.
        let start: Int = file.code.firstIndex { $0.contains("\(type)") && !$0.hasPrefix(" ") } ?? 0
        let end: Int = file.code[start...].firstIndex { $0.hasPrefix("}") } ?? file.code.endIndex
        let exposed: [Int] = (start..<end).filter { line in
            let words: [Substring] = file.words(line)
            return words.contains("func") && !words.contains("private") && file.code[line].prefix { $0 == " " }.count == 4
        }
        guard exposed.count != 1 else { return [] }
        return [Violation(file, line: exposed.dropFirst().first, "\(type) exposes \(exposed.count) methods; a use case has one")]
    }

    private static func others(_ file: SourceFile, _ type: String) -> [Violation] {
        file.code.indices.flatMap { line in
            file.words(line).filter { $0.hasSuffix("UseCase") && $0 != type }.map {
                Violation(file, line: line, "\(type) uses \($0); what both need belongs behind an interface")
            }
        }
    }

    /// Who does the work is known by an interface, and can be replaced.
    private static func dependencies(_ file: SourceFile) -> [Violation] {
        let banned: [String] = ["Repository", "Database", "Client", "DataModel", "Container"]
        return file.code.indices.flatMap { line in
            file.words(line).filter { word in banned.contains { word.hasSuffix($0) } && !word.hasSuffix("DomainModel") }.map {
                Violation(file, line: line, "a use case knows no \($0); give it an interface of Domain/Interfaces")
            }
        }
    }
}
