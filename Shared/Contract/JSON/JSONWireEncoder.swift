/// Writes JSON in the wire format by a contract. Goes on behind an error, so that all of them are found.
struct JSONWireEncoder {
    /// One deeper than any reader follows makes no sense.
    private static let maximumDepth: Int = WireReader.maximumDepth

    let types: ContractTypes
    let readFile: ContractJSON.FileReader?
    private(set) var errors: [JSONMappingError] = []
    private var depth: Int = 0

    init(_ contract: ContractDescriptor, readFile: ContractJSON.FileReader?) {
        types = ContractTypes(contract)
        self.readFile = readFile
    }

    mutating func report(_ path: JSONPath, _ message: String) {
        errors.append(JSONMappingError(path: path, message: message))
    }

    /// A value at top level: a message of its own, or a message with the value as field 1.
    mutating func encodeTop(_ json: JSONValue, type text: String) -> [UInt8] {
        var writer: WireWriter = WireWriter()
        guard let type: TypeExpression = TypeExpression(parsing: text) else {
            report(JSONPath(), "the contract names a type that is none: \(text)")
            return []
        }
        switch type {
        case .void:
            if json != .null, json != .object([:]) { report(JSONPath(), "expected nothing ({} or null), found \(json.kind)") }
        case .named(let name):
            guard let descriptor: TypeDescriptor = descriptor(name, in: nil, at: JSONPath()) else { return [] }
            if types.isPlainEnum(descriptor) {
                writePlainCase(json, descriptor, field: 1, at: JSONPath(), into: &writer)
            } else {
                writeContent(json, descriptor, at: JSONPath(), into: &writer)
            }
        default: writeField(json, type, field: 1, scope: nil, at: JSONPath(), into: &writer)
        }
        return writer.bytes
    }

    // MARK: Fields

    mutating func writeField(
        _ json: JSONValue, _ type: TypeExpression, field: UInt32, scope: String?, at path: JSONPath,
        into writer: inout WireWriter
    ) {
        switch type {
        case .optional(let wrapped):
            if json == .null { return }
            writeElement(json, wrapped, field: field, scope: scope, at: path, into: &writer)
        case .array(let element):
            writeArray(json, of: element, field: field, scope: scope, at: path, into: &writer)
        case .dictionary(let key, let value):
            writeDictionary(json, key, value, field: field, scope: scope, at: path, into: &writer)
        case .named(let name):
            guard let descriptor: TypeDescriptor = descriptor(name, in: scope, at: path) else { return }
            if types.isPlainEnum(descriptor) {
                writePlainCase(json, descriptor, field: field, at: path, into: &writer)
            } else {
                nested(field: field, at: path, into: &writer) { encoder, writer in
                    encoder.writeContent(json, descriptor, at: path, into: &writer)
                }
            }
        default: writeScalar(json, type, field: field, at: path, into: &writer)
        }
    }

    /// A value inside an array, a dictionary or an optional: containers travel as a message of their own there.
    private mutating func writeElement(
        _ json: JSONValue, _ type: TypeExpression, field: UInt32, scope: String?, at path: JSONPath,
        into writer: inout WireWriter
    ) {
        guard type.isContainer else {
            return writeField(json, type, field: field, scope: scope, at: path, into: &writer)
        }
        nested(field: field, at: path, into: &writer) { encoder, writer in
            encoder.writeField(json, type, field: 1, scope: scope, at: path, into: &writer)
        }
    }

    private mutating func writeArray(
        _ json: JSONValue, of element: TypeExpression, field: UInt32, scope: String?, at path: JSONPath,
        into writer: inout WireWriter
    ) {
        guard case .array(let values) = json else {
            return report(path, "expected an array of \(element), found \(json.kind)")
        }
        guard types.isPacked(element, in: scope) else {
            for (index, value): (Int, JSONValue) in values.enumerated() {
                writeElement(value, element, field: field, scope: scope, at: path.index(index), into: &writer)
            }
            return
        }
        if values.isEmpty { return }
        nested(field: field, at: path, into: &writer) { encoder, writer in
            for (index, value): (Int, JSONValue) in values.enumerated() {
                encoder.writeBare(value, element, scope: scope, at: path.index(index), into: &writer)
            }
        }
    }

    private mutating func writeDictionary(
        _ json: JSONValue, _ key: TypeExpression, _ value: TypeExpression, field: UInt32, scope: String?,
        at path: JSONPath, into writer: inout WireWriter
    ) {
        guard case .object(let members) = json else {
            return report(path, "expected an object from \(key) to \(value), found \(json.kind)")
        }
        for (name, keyJSON): (String, JSONValue) in sortedKeys(members.keys, as: key, at: path) {
            guard let member: JSONValue = members[name] else { continue }
            nested(field: field, at: path, into: &writer) { encoder, writer in
                encoder.writeScalar(keyJSON, key, field: 1, at: path.key(name), into: &writer)
                encoder.writeElement(member, value, field: 2, scope: scope, at: path.key(name), into: &writer)
            }
        }
    }

    /// Keys in ascending order of what they stand for.
    private mutating func sortedKeys(
        _ names: some Sequence<String>, as key: TypeExpression, at path: JSONPath
    ) -> [(String, JSONValue)] {
        if key == .string { return names.sorted().map { ($0, .string($0)) } }
        var keys: [(name: String, signed: Int64, unsigned: UInt64, json: JSONValue)] = []
        for name: String in names {
            if let value: Int64 = Int64(name) {
                keys.append((name, value, 0, .integer(value)))
            } else if let value: UInt64 = UInt64(name) {
                keys.append((name, .max, value, .unsigned(value)))
            } else {
                report(path.key(name), "expected a whole number as key (\(key))")
            }
        }
        return keys.sorted { ($0.signed, $0.unsigned) < ($1.signed, $1.unsigned) }.map { ($0.name, $0.json) }
    }

    // MARK: Messages

    /// The fields of a struct, or the case of an enum with values.
    private mutating func writeContent(
        _ json: JSONValue, _ descriptor: TypeDescriptor, at path: JSONPath, into writer: inout WireWriter
    ) {
        if descriptor.isEnum {
            writeCase(json, descriptor, at: path, into: &writer)
        } else {
            writeFields(json, descriptor.fields, of: descriptor.name, scope: descriptor.name, at: path, into: &writer)
        }
    }

    mutating func writeFields(
        _ json: JSONValue, _ fields: [FieldDescriptor], of owner: String, scope: String, at path: JSONPath,
        into writer: inout WireWriter
    ) {
        guard case .object(let members) = json else {
            return report(path, "expected an object (\(owner)), found \(json.kind)")
        }
        for name: String in members.keys.sorted() where !fields.contains(where: { $0.name == name }) {
            let known: String = fields.map(\.name).joined(separator: ", ")
            report(path.key(name), "\(owner) has no field of this name; it has \(known.isEmpty ? "none" : known)")
        }
        for field: FieldDescriptor in fields {
            writeMember(members[field.name], field, of: owner, scope: scope, at: path.key(field.name), into: &writer)
        }
    }

    mutating func writeMember(
        _ json: JSONValue?, _ field: FieldDescriptor, of owner: String, scope: String, at path: JSONPath,
        into writer: inout WireWriter
    ) {
        guard let type: TypeExpression = TypeExpression(parsing: field.type), (1..<1 << 29).contains(field.number) else {
            return report(path, "the contract's description of this field is not valid: \(field.type)")
        }
        if let json {
            return writeField(json, type, field: field.number, scope: scope, at: path, into: &writer)
        }
        switch type {
        case .optional, .array, .dictionary: return
        default: report(path, "missing; \(owner) requires it (\(type))")
        }
    }

    mutating func nested(
        field: UInt32, at path: JSONPath, into writer: inout WireWriter,
        _ body: (inout JSONWireEncoder, inout WireWriter) -> Void
    ) {
        guard depth < Self.maximumDepth else { return report(path, "nested deeper than \(Self.maximumDepth)") }
        depth += 1
        writer.writeNested(field: field) { body(&self, &$0) }
        depth -= 1
    }

    private mutating func descriptor(_ name: String, in scope: String?, at path: JSONPath) -> TypeDescriptor? {
        if let descriptor: TypeDescriptor = types.descriptor(name, in: scope) { return descriptor }
        report(path, "the contract \(types.contractName) does not describe the type \(name)")
        return nil
    }
}
