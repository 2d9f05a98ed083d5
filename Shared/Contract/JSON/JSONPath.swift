/// Where a value stands in JSON: `places[2].kind`.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    public enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// From the outermost inwards; empty for the whole value.
    public var steps: [Step]

    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    public var description: String {
        var text: String = ""
        for step: Step in steps {
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    func key(_ key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

    func index(_ index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }
}

/// Why JSON and a contract do not fit: where, what was found and what was expected.
public struct JSONMappingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: JSONPath
    /// What is wrong and what was expected, without the place.
    public let message: String

    public init(path: JSONPath, message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { path.steps.isEmpty ? message : "\(path): \(message)" }
}
