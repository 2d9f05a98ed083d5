import ColonnadeContract

/// A way into a value, as a command line has it: `.slots[0].start`, `slots[].start`, `.`.
struct ValuePath: Sendable {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
        /// Every element: `[]`.
        case all
    }

    /// The deepest that anything is nested.
    private static let mostSteps: Int = 64

    let text: String
    let steps: [Step]

    /// Nil where the text is no path.
    init?(_ text: String) {
        self.text = text
        var steps: [Step] = []
        var rest: Substring = text[...]
        while !rest.isEmpty, rest != "." || !steps.isEmpty {
            guard steps.count < Self.mostSteps, let step: Step = Self.step(&rest) else { return nil }
            steps.append(step)
        }
        self.steps = steps
    }

    private static func step(_ rest: inout Substring) -> Step? {
        if rest.hasPrefix(".[") { rest.removeFirst() }
        if rest.first == "[" {
            guard let end: Substring.Index = rest.firstIndex(of: "]") else { return nil }
            let inside: Substring = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            if inside.isEmpty { return .all }
            guard inside.allSatisfy({ $0.isASCII && $0.isNumber }), let index: Int = Int(inside) else { return nil }
            return .index(index)
        }
        if rest.first == "." { rest.removeFirst() }
        let name: Substring = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        rest.removeFirst(name.count)
        return .key(String(name))
    }

    /// What the path leads to; nothing where an optional is missing or an array is shorter.
    func values(in json: JSONValue) -> [JSONValue] {
        steps.reduce([json]) { values, step in values.flatMap { Self.parts(of: $0, step) } }.filter { $0 != .null }
    }

    private static func parts(of json: JSONValue, _ step: Step) -> [JSONValue] {
        switch (step, json) {
        case (.key(let key), .object(let members)): members[key].map { [$0] } ?? []
        case (.index(let index), .array(let elements)): elements.indices.contains(index) ? [elements[index]] : []
        case (.all, .array(let elements)): elements
        case (.all, .object(let members)): members.sorted { $0.key < $1.key }.map(\.value)
        default: []
        }
    }
}
