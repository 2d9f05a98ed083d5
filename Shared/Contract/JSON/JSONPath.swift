/// Where a value stands in JSON: `places[2].kind`.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// One step from a value into a part of it.
    public enum Step: Hashable, Sendable {
        /// Into the member of an object.
        case key(String)
        /// Into the element of an array, from 0.
        case index(Int)
    }

    /// From the outermost inwards; empty for the whole value.
    public var steps: [Step]

    /// A path of these steps, from the outermost inwards.
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
    /// Where it is wrong; without steps for the whole value.
    public let path: JSONPath
    /// What is wrong and what was expected, without the place.
    public let message: String

    /// An error at a place.
    public init(path: JSONPath, message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { path.steps.isEmpty ? message : "\(path): \(message)" }
}
