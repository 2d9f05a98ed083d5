import RepositoryFiles

/// Where a rule is broken, and how to mend it.
struct Violation: Equatable, CustomStringConvertible {
    let description: String

    init(_ file: SourceFile, line: Int? = nil, _ reason: String) {
        description = file.path + (line.map { ":\($0 + 1)" } ?? "") + ": " + reason
    }

    init(_ path: String, _ reason: String) {
        description = "\(path): \(reason)"
    }
}
