import Yams

/// Reads `isolation:` of a launcher file, or of one of its verticals.
struct LauncherIsolationParser {
    private static let forms: String = "files, { read: [PATH, …], write: [PATH, …] } or { none: REASON }"

    private(set) var reading: YAMLReading
    private let owner: String

    /// - Parameter owner: whose isolation it is, for messages.
    init(of owner: String, reading: YAMLReading) {
        self.owner = owner
        self.reading = reading
    }

    /// - Returns: nil where it is not understood, which was reported.
    mutating func parse(_ node: Node) -> ChildIsolation? {
        if case .scalar(let scalar) = node {
            if scalar.string == "files" { return .standard }
            let hint: String =
                scalar.string == "none" ? "'none' needs its reason, { none: WHY }" : "expected \(Self.forms), found \(reading.kind(node))"
            reading.report(node, "\(owner): \(hint)")
            return nil
        }
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: owner, known: ["read", "write", "none"])
        if let entry: (key: Node, value: Node) = entries["none"] {
            if entries.count > 1 { reading.report(entry.key, "\(owner): with 'none' everything can be reached; leave the rest out") }
            return reading.text(entry.value, of: "the reason in \(owner)").map { .none(reason: String($0.prefix(300))) }
        }
        var files: DeclaredFiles = DeclaredFiles()
        files.read = places(entries["read"]?.value, "read")
        files.write = places(entries["write"]?.value, "write")
        return .files(files)
    }

    private mutating func places(_ node: Node?, _ name: String) -> [DeclaredFiles.Place] {
        guard let node else { return [] }
        return reading.elements(node, of: "\(name) in \(owner)").compactMap { element in
            reading.text(element, of: "a path of \(name) in \(owner)").map {
                DeclaredFiles.Place(path: $0, line: element.mark?.line ?? 0)
            }
        }
    }
}
