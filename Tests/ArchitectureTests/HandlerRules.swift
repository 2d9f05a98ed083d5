import RepositoryFiles

/// What code may not do that handlers run: they run in reused tasks on the loop's thread, and an unstructured task leaves it, without
/// the call's world, deadline and cancelling.
struct HandlerRules {
    private static let layers: [String] = ["/Domain/", "/Data/", "/Data-", "/Presentation/"]

    static func check(_ file: SourceFile) -> [Violation] {
        guard file.path.hasPrefix("Services/"), !file.path.hasPrefix("Services/Supervisor/"),
            layers.contains(where: file.path.contains)
        else { return [] }
        return file.code.indices.filter { line in
            let isSaid: Bool = line > 0 && file.lines[line - 1].contains("// Off the loop")
            return file.code[line].contains(/\bTask(\.detached|\.immediate)?\s*(\(.*\)\s*)?\{|\bTask\.(detached|immediate)\b/) && !isSaid
        }.map {
            Violation(
                file, line: $0,
                "an unstructured task leaves the loop and the call; use a task group, or say \"// Off the loop: why\" on the line above")
        }
    }
}
