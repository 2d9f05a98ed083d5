import ColonnadeContract

/// An Input that fits a contract, to be pasted and changed.
struct ExampleInput {
    /// A type may have itself in it.
    private static let deepest: Int = 6

    let types: ContractTypes

    /// The value, with all required fields; where there are none, with the first that is a scalar: two may exclude each other.
    func json(_ type: String) -> JSONValue {
        guard let expression: TypeExpression = TypeExpression(parsing: type) else { return .null }
        return value(expression, in: nil, depth: 0)
    }

    /// A call of the board: as fields where each of them is a scalar, else as JSON.
    func call(_ vertical: String, _ board: BoardDescriptor) -> String {
        let command: String = "svc-supervisor call \(vertical) \(board.name)"
        switch json(board.input) {
        case .object(let members) where members.isEmpty: return command
        case .object(let members) where members.values.allSatisfy(Self.isWord):
            return command + members.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.word($0.value))" }.joined()
        case let json: return "\(command) '\(json.text)'"
        }
    }

    private static func isWord(_ json: JSONValue) -> Bool {
        switch json {
        case .object, .array: false
        default: true
        }
    }

    private static func word(_ json: JSONValue) -> String {
        if case .string(let text) = json { text } else { json.text }
    }

    private func value(_ type: TypeExpression, in scope: String?, depth: Int) -> JSONValue {
        switch type {
        case .void: .object([:])
        case .bool: .bool(true)
        case .signed, .unsigned: .integer(1)
        case .float, .double: .number(1.5)
        case .string: .string("text")
        case .bytes: .string("aGVsbG8=")
        case .date: .string("2030-01-31T09:00:00Z")
        case .duration: .string("30s")
        case .uuid: .string("00000000-0000-4000-8000-000000000000")
        case .optional(let wrapped): value(wrapped, in: scope, depth: depth)
        case .array(let element): .array(depth < Self.deepest ? [value(element, in: scope, depth: depth + 1)] : [])
        case .dictionary(let key, let element):
            .object(depth < Self.deepest ? [key == .string ? "key" : "1": value(element, in: scope, depth: depth + 1)] : [:])
        case .named(let name): types.descriptor(name, in: scope).map { named($0, depth: depth) } ?? .null
        }
    }

    private func named(_ descriptor: TypeDescriptor, depth: Int) -> JSONValue {
        guard descriptor.isEnum else { return .object(members(descriptor.fields, in: descriptor.name, depth: depth)) }
        let simplest: CaseDescriptor? = descriptor.knownCases.min { $0.values.count < $1.values.count }
        guard let simplest else { return .null }
        if simplest.values.isEmpty { return .string(simplest.name) }
        guard depth < Self.deepest else { return .null }
        if simplest.hasOnlyUnlabelledValues {
            let values: [JSONValue] = simplest.values.map { value($0, of: descriptor.name, depth: depth + 1) }
            return .object([simplest.name: values.count == 1 ? values[0] : .array(values)])
        }
        return .object([simplest.name: .object(members(simplest.values, in: descriptor.name, depth: depth + 1))])
    }

    private func members(_ fields: [FieldDescriptor], in scope: String, depth: Int) -> [String: JSONValue] {
        let required: [FieldDescriptor] = fields.filter { !$0.type.hasSuffix("?") && !$0.type.hasPrefix("[") || $0.type == "[UInt8]" }
        let scalars: [FieldDescriptor] = fields.filter { Self.isWord(value($0, of: scope, depth: Self.deepest)) }
        let shown: [FieldDescriptor] = required.isEmpty && depth == 0 ? Array(scalars.prefix(1)) : required
        guard depth < Self.deepest else { return [:] }
        var members: [String: JSONValue] = Dictionary(shown.map { ($0.name, value($0, of: scope, depth: depth + 1)) }) { first, _ in first }
        // A time until which is behind the time from which.
        for (day, field): (Int, FieldDescriptor) in shown.filter({ $0.type == "Date" }).prefix(9).enumerated() {
            members[field.name] = .string("2030-01-\(11 + day)T09:00:00Z")
        }
        return members
    }

    private func value(_ field: FieldDescriptor, of scope: String, depth: Int) -> JSONValue {
        TypeExpression(parsing: field.type).map { value($0, in: scope, depth: depth) } ?? .null
    }
}
