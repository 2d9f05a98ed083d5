public import Foundation

/// The repository that the tests were built from.
public enum Repository {
    /// Its folder.
    public static let root: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Swift file under Shared, Services and Tests.
    public static let sources: [SourceFile] = ["Shared", "Services", "Tests"].flatMap { folder in
        paths(under: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
            text(path).map { SourceFile(path: path, text: $0) }
        }
    }

    /// What Package.swift says.
    public static let manifest: Manifest = Manifest(text("Package.swift") ?? "")

    /// The text of a file, by its path in the repository; nil where there is none.
    public static func text(_ path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Every file below `folder`, relative to the repository, in order.
    public static func paths(under folder: String) -> [String] {
        let found: FileManager.DirectoryEnumerator? = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
        let names: [String] = found?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.contains(".build/") && !$0.contains("__pycache__") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The names of what stands in a folder, in order.
    public static func entries(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())) ?? []).sorted()
    }
}
