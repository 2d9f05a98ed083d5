import Foundation

/// The repository that the tests were built from.
enum Repository {
    static let root: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file under Shared, Services and Tests.
    static let sources: [SourceFile] = ["Shared", "Services", "Tests"].flatMap { folder in
        paths(under: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
            text(path).map { SourceFile(path: path, text: $0) }
        }
    }

    static func text(_ path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Every file below `folder`, relative to the repository, in order.
    static func paths(under folder: String) -> [String] {
        let found: FileManager.DirectoryEnumerator? = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
        let names: [String] = found?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.contains(".build/") && !$0.contains("__pycache__") }.sorted().map { "\(folder)/\($0)" }
    }

    static func entries(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())) ?? []).sorted()
    }

    /// The verticals of Package.swift, each with the verticals it may call, and the stores it can keep its data in.
    static let verticals: [(name: String, uses: [String], stores: [String])] = {
        (text("Package.swift") ?? "").components(separatedBy: "\n").filter { $0.hasPrefix("    vertical(\"") }.map { line in
            let parts: [String] = line.components(separatedBy: "stores:")
            let names: [String] = quoted(parts[0])
            return (names[0], Array(names.dropFirst()), parts.dropFirst().flatMap(quoted))
        }
    }()

    private static func quoted(_ text: String) -> [String] {
        text.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}

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
