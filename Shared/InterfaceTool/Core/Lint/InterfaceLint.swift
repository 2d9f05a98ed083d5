import SwiftParser
import SwiftSyntax

/// What `svc-interface lint` does: finds what an interface may not hold.
public struct InterfaceLint: Sendable {
    /// The InOut files that were read.
    public let sources: [String]
    /// Everything that was found, by file and place.
    public let findings: [Diagnostic]

    /// Looks at the InOut files among and below `paths`.
    /// - Throws: where a path is wrong, or the platform's own types can not be read.
    public init(_ paths: [String]) throws(Diagnostics) {
        sources = try InterfaceFinder.find(paths)
        var found: Diagnostics = Diagnostics()
        var trees: [String: SourceFileSyntax] = [:]
        for path: String in sources {
            guard let source: String = TextFile.read(path) else { continue }
            let tree: SourceFileSyntax = Parser.parse(source: source)
            trees[path] = tree
            if !tree.hasError { found.add(LintPass.run(tree, path: path)) }
        }
        do throws(Diagnostics) {
            _ = try InterfaceReading(paths, trees: trees)
        } catch {
            found.add(error)
        }
        var seen: Set<Diagnostic> = []
        findings = found.all.filter { seen.insert($0).inserted }.sorted {
            ($0.file, $0.position, $0.message) < ($1.file, $1.position, $1.message)
        }
    }
}
