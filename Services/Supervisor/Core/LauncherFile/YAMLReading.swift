import ColonnadeContract
import Yams

/// Reads values of a YAML document and notes everything that is not as expected, with its line.
struct YAMLReading {
    private(set) var issues: [LauncherIssue] = []

    mutating func report(_ node: Node, _ message: String, severity: LauncherIssue.Severity = .error) {
        issues.append(LauncherIssue(line: node.mark?.line ?? 0, severity: severity, message))
    }

    /// The entries of a mapping whose keys are all in `known`; other keys are reported.
    mutating func entries(_ node: Node, of owner: String, known: [String]) -> [String: (key: Node, value: Node)] {
        var found: [String: (key: Node, value: Node)] = [:]
        for (name, key, value): (String, Node, Node) in members(node, of: owner) {
            guard known.contains(name) else {
                report(key, "\(owner) has no key '\(name)'; it may have \(known.joined(separator: ", "))")
                continue
            }
            found[name] = (key, value)
        }
        return found
    }

    /// The entries of a mapping in their order.
    mutating func members(_ node: Node, of owner: String) -> [(name: String, key: Node, value: Node)] {
        guard case .mapping(let mapping) = node else {
            report(node, "\(owner): expected a mapping (key: value), found \(kind(node))")
            return []
        }
        var all: [(name: String, key: Node, value: Node)] = []
        for (key, value): (Node, Node) in mapping {
            if case .scalar(let scalar) = key {
                all.append((scalar.string, key, value))
            } else {
                report(key, "\(owner): a key must be a word")
            }
        }
        return all
    }

    mutating func elements(_ node: Node, of owner: String) -> [Node] {
        if case .sequence(let sequence) = node { return Array(sequence) }
        report(node, "\(owner): expected a list ([a, b]), found \(kind(node))")
        return []
    }

    mutating func text(_ node: Node, of owner: String) -> String? {
        if case .scalar(let scalar) = node, !scalar.string.isEmpty || scalar.style != .plain {
            // The system ends a text there.
            guard scalar.string.utf8.contains(0) else { return scalar.string }
            report(node, "\(owner): a text has no zero character")
            return nil
        }
        report(node, "\(owner): expected a text, found \(kind(node))")
        return nil
    }

    /// A whole number of at least `minimum`.
    mutating func number(_ node: Node, of owner: String, atLeast minimum: Int) -> Int? {
        if case .scalar(let scalar) = node, let value: Int = Int(scalar.string), value >= minimum { return value }
        report(node, "\(owner): expected a whole number of at least \(minimum), found \(kind(node))")
        return nil
    }

    /// A number from 0 to 1.
    mutating func share(_ node: Node, of owner: String) -> Double? {
        if case .scalar(let scalar) = node, let value: Double = Double(scalar.string), (0...1).contains(value) { return value }
        report(node, "\(owner): expected a number from 0 to 1 such as 0.01, found \(kind(node))")
        return nil
    }

    /// A duration above zero.
    mutating func duration(_ node: Node, of owner: String) -> Duration? {
        if case .scalar(let scalar) = node, let value: Duration = DurationText.parse(scalar.string), value > .zero {
            return value
        }
        report(node, "\(owner): expected a duration above zero such as 250ms, 1.5s or 2m, found \(kind(node))")
        return nil
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: Node, of owner: String, _ type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        if case .scalar(let scalar) = node, let value: Choice = Choice(rawValue: scalar.string) { return value }
        let all: String = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        report(node, "\(owner): expected one of \(all), found \(kind(node))")
        return nil
    }

    /// What a node is, with its text where it is short.
    func kind(_ node: Node) -> String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string.prefix(40))'"
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    // MARK: JSON

    /// A node as JSON, by the core schema of YAML 1.2, with the line of each value.
    mutating func json(_ node: Node, at path: JSONPath, lines: inout [JSONPath: Int]) -> JSONValue {
        lines[path] = node.mark?.line ?? 0
        switch node {
        case .scalar(let scalar): return Self.json(scalar)
        case .sequence(let sequence):
            var values: [JSONValue] = []
            for (index, element): (Int, Node) in sequence.enumerated() {
                values.append(json(element, at: JSONPath(path.steps + [.index(index)]), lines: &lines))
            }
            return .array(values)
        case .mapping:
            var values: [String: JSONValue] = [:]
            for (name, key, value): (String, Node, Node) in members(node, of: path.steps.isEmpty ? "config" : "config.\(path)") {
                let inner: JSONPath = JSONPath(path.steps + [.key(name)])
                values[name] = json(value, at: inner, lines: &lines)
                lines[inner] = key.mark?.line ?? 0
            }
            return .object(values)
        case .alias:
            report(node, "an alias that was not resolved")
            return .null
        }
    }

    /// Quoted is a text; plain is what it looks like.
    private static func json(_ scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain else { return .string(scalar.string) }
        switch scalar.string {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        if let value: Int64 = Int64(scalar.string) { return .integer(value) }
        if let first: Character = scalar.string.first, first.isNumber || "+-.".contains(first),
            let value: Double = Double(scalar.string), value.isFinite
        {
            return .number(value)
        }
        return .string(scalar.string)
    }
}
