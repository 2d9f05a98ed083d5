import RepositoryFiles

/// Words that may not stand in code, each with the places where it may.
struct WordRules {
    static func check(_ file: SourceFile) -> [Violation] {
        file.code.indices.flatMap { line in
            let words: [Substring] = file.words(line)
            return memory(file, line, words) + traps(file, line, words) + sleeps(file, line, words) + current(file, line, words)
        } + debts(file) + full(file)
    }

    /// Unsafe code stands in the event loop alone.
    private static func memory(_ file: SourceFile, _ line: Int, _ words: [Substring]) -> [Violation] {
        guard !file.path.hasPrefix("Shared/EventLoop/") else { return [] }
        return words.filter { word in
            word == "@unchecked" || word == "@unsafe" || word.hasPrefix("unsafe") || word.hasPrefix("withUnsafe")
                || (word.hasPrefix("Unsafe") && word.contains("Pointer"))
        }.map { Violation(file, line: line, "\($0) belongs into Shared/EventLoop and nowhere else") }
    }

    /// What a peer or a user could reach answers with an error; a bug is a precondition.
    private static func traps(_ file: SourceFile, _ line: Int, _ words: [Substring]) -> [Violation] {
        guard !file.path.hasPrefix("Tests/") else { return [] }
        var found: [Violation] = []
        for trap: String in ["try!", "as!", "fatalError("] where file.code[line].contains(trap) {
            found.append(Violation(file, line: line, "\(trap) ends the process; throw an error, or state a bug with precondition"))
        }
        return found
    }

    /// A test waits for an event with a deadline.
    private static func sleeps(_ file: SourceFile, _ line: Int, _ words: [Substring]) -> [Violation] {
        guard file.path.hasPrefix("Tests/") else { return [] }
        let text: String = file.code[line]
        // A clock that is handed in sleeps for what it is asked; what runs off the loop may block.
        if text.contains(".sleep(for: $0)") || text.contains("offload") { return [] }
        // What can only be asked is asked again and again, until a deadline.
        if words.contains("while"), words.contains("deadline") { return [] }
        let sleeps: Bool =
            text.contains("Task.sleep") || text.contains("Thread.sleep") || text.contains("Task<Never, Never>.sleep")
            || words.contains("usleep") || words.contains("nanosleep") || text.contains(" sleep(")
        return sleeps ? [Violation(file, line: line, "a test that sleeps hopes; wait for the event, with a deadline")] : []
    }

    /// The environment is read where things are made, and handed on.
    private static func current(_ file: SourceFile, _ line: Int, _ words: [Substring]) -> [Violation] {
        let isMaker: Bool =
            file.path.contains("/DependencyContainer/") || file.path.contains("Builder") || file.path.hasPrefix("Tests/")
            || file.path.hasPrefix("Shared/World/") || file.path.hasPrefix("Shared/Vertical/")
        guard !isMaker, words.contains("Current") else { return [] }
        return [Violation(file, line: line, "only builders and dependency containers read Current; hand the value in")]
    }

    /// What is left to do is an issue, not a comment.
    private static func debts(_ file: SourceFile) -> [Violation] {
        guard !file.path.hasPrefix("Tests/ArchitectureTests/") else { return [] }
        return file.lines.indices.flatMap { line in
            ["TODO", "FIXME", "XXX"].filter { file.lines[line].contains($0) && !file.code[line].contains($0) }.filter { debt in
                file.lines[line].contains("//")
            }.map { Violation(file, line: line, "\($0) is a debt; do it, or open an issue") }
        }
    }

    /// The platform does without the whole of Foundation.
    private static func full(_ file: SourceFile) -> [Violation] {
        guard file.path.hasPrefix("Shared/"), !file.path.hasPrefix("Shared/InterfaceTool/Plugin/") else { return [] }
        return file.code.indices.filter { line in file.words(line).contains("import") && file.words(line).last == "Foundation" }
            .map { Violation(file, line: $0, "Foundation makes every daemon larger; import FoundationEssentials") }
    }
}
