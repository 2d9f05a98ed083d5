import ColonnadeContract
import Yams

/// Reads a launcher file; goes on behind a mistake, so that all are found at once.
public struct LauncherFileParser {
    private var reading: YAMLReading = YAMLReading()

    private init() {}

    /// What the file says as far as it is understood, and everything that is wrong with it.
    public static func parse(_ text: String) -> (file: LauncherFile, issues: [LauncherIssue]) {
        var parser: LauncherFileParser = LauncherFileParser()
        do {
            // YAMLReading says what a plain word means. Yams would match each key with seven regular expressions first: half of the time.
            guard let root: Node = try compose(yaml: text, .basic) else {
                return (LauncherFile(name: ""), [LauncherIssue(line: 1, "the file is empty; it needs 'launcher' and 'verticals'")])
            }
            let file: LauncherFile = parser.file(root)
            return (file, parser.reading.issues)
        } catch {
            return (LauncherFile(name: ""), [issue(of: error)])
        }
    }

    /// What YAML itself does not allow.
    private static func issue(of error: any Error) -> LauncherIssue {
        guard let error: YamlError = error as? YamlError else { return LauncherIssue(line: 0, "not valid YAML: \(error)") }
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            return LauncherIssue(line: mark.line, "not valid YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            return LauncherIssue(line: context.mark.line, "the key '\(duplicates.joined(separator: "', '"))' stands here twice")
        default: return LauncherIssue(line: 0, "not valid YAML: \(error)")
        }
    }

    private mutating func file(_ root: Node) -> LauncherFile {
        let entries: [String: (key: Node, value: Node)] = reading.entries(
            root, of: "a launcher file", known: ["launcher", "users", "isolation", "trace", "verticals", "launch", "groups"])
        var file: LauncherFile = LauncherFile(name: "")
        if let entry: (key: Node, value: Node) = entries["launcher"] {
            file.name = reading.text(entry.value, of: "launcher") ?? ""
        } else {
            reading.report(root, "'launcher' is missing: the launcher's name")
        }
        if let entry: (key: Node, value: Node) = entries["verticals"] {
            var standard: LauncherVertical = LauncherVertical(name: "", line: 0)
            if let isolation: ChildIsolation = entries["isolation"].flatMap({ isolation($0.value) }) { standard.isolation = isolation }
            if let trace: (key: Node, value: Node) = entries["trace"] {
                standard.traceRate = reading.share(trace.value, of: "trace") ?? 0
            }
            if let users: (key: Node, value: Node) = entries["users"] { self.users(users, &file, &standard) }
            file.verticals = verticals(entry.value, standard)
        } else {
            reading.report(root, "'verticals' is missing: what to start")
        }
        if let entry: (key: Node, value: Node) = entries["launch"] { file.launch = activations(entry.value, among: file) }
        if let entry: (key: Node, value: Node) = entries["groups"] {
            var parser: LauncherGroupsParser = LauncherGroupsParser(
                verticals: file.verticals.map(\.name), entries["verticals"]?.value, reading: reading)
            file.groups = parser.parse(entry.value)
            reading = parser.reading
        }
        return file
    }

    private mutating func isolation(_ node: Node) -> ChildIsolation? {
        var parser: LauncherIsolationParser = LauncherIsolationParser(of: "isolation", reading: reading)
        let isolation: ChildIsolation? = parser.parse(node)
        reading = parser.reading
        return isolation
    }

    private mutating func users(
        _ entry: (key: Node, value: Node), _ file: inout LauncherFile, _ standard: inout LauncherVertical
    ) {
        var parser: LauncherUserParser = LauncherUserParser(reading: reading)
        if let range: UserRange = parser.range(entry) { file.users = range } else { standard.user.choice = .same }
        reading = parser.reading
    }

    /// - Parameter standard: its isolation, its user and its traces hold for those that say nothing of them.
    private mutating func verticals(_ node: Node, _ standard: LauncherVertical) -> [LauncherVertical] {
        let members: [(name: String, key: Node, value: Node)] = reading.members(node, of: "verticals")
        if members.isEmpty, case .mapping = node { reading.report(node, "verticals: at least one is needed") }
        return members.map { name, key, value in
            if !Self.isName(name) {
                reading.report(key, "'\(name)' is no vertical's name: small letters, digits and dashes, beginning with a letter")
            } else if ["operator", "supervisor"].contains(name) {
                reading.report(key, "'\(name)' is taken by the platform; name the vertical otherwise")
            }
            var parser: LauncherVerticalParser = LauncherVerticalParser(
                name: name, key: key, standard: standard, reading: reading)
            let vertical: LauncherVertical = parser.parse(value)
            reading = parser.reading
            return vertical
        }
    }

    /// Whether a vertical or a group may be named so.
    static func isName(_ name: String) -> Bool {
        guard let first: Character = name.first, first.isASCII, first.isLowercase, !name.hasSuffix("-"), name.count <= 60 else {
            return false
        }
        return name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    // MARK: What is activated first

    private mutating func activations(_ node: Node, among file: LauncherFile) -> [LauncherActivation] {
        reading.elements(node, of: "launch").compactMap { activation($0, among: file) }
    }

    private mutating func activation(_ node: Node, among file: LauncherFile) -> LauncherActivation? {
        var boardNode: Node = node
        var input: JSONValue = .object([:])
        if case .mapping = node {
            let entries: [String: (key: Node, value: Node)] = reading.entries(
                node, of: "an entry of launch", known: ["board", "input"])
            guard let board: (key: Node, value: Node) = entries["board"] else {
                reading.report(node, "an entry of launch needs 'board'")
                return nil
            }
            boardNode = board.value
            var lines: [JSONPath: Int] = [:]
            if let given: (key: Node, value: Node) = entries["input"] { input = reading.json(given.value, at: JSONPath(), lines: &lines) }
        }
        guard let text: String = reading.text(boardNode, of: "launch") else { return nil }
        let parts: [Substring] = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            reading.report(boardNode, "launch: expected vertical.board, found '\(text)'")
            return nil
        }
        let vertical: String = NameForms.kebab(String(parts[0]))
        guard file.verticals.contains(where: { $0.name == vertical }) else {
            reading.report(boardNode, "launch: this launcher has no vertical '\(parts[0])'")
            return nil
        }
        let line: Int = boardNode.mark?.line ?? 0
        return LauncherActivation(vertical: vertical, board: String(parts[1]), input: input, line: line)
    }
}
