/// Reads the wire format as JSON by a contract. Whatever the bytes say, it ends with a value or an error.
struct JSONWireDecoder {
    let types: ContractTypes
    /// Whether unknown cases are kept also where the contract's enum is closed.
    let opensEnums: Bool

    init(_ contract: ContractDescriptor, opensEnums: Bool) {
        types = ContractTypes(contract)
        self.opensEnums = opensEnums
    }

    /// A value at top level: a message of its own, or a message with the value as field 1.
    func decodeTop(_ bytes: [UInt8], type: TypeExpression) throws -> JSONValue {
        var reader: WireReader = WireReader(bytes.span)
        switch type {
        case .void:
            while let key: WireKey = try reader.nextKey() { try reader.skip(key) }
            return .object([:])
        case .named(let name):
            let descriptor: TypeDescriptor = try descriptor(name, in: nil)
            if types.isPlainEnum(descriptor) { return try readBox(&reader, type, scope: nil) }
            return try readContent(&reader, descriptor)
        default: return try readBox(&reader, type, scope: nil)
        }
    }

    func descriptor(_ name: String, in scope: String?) throws(JSONMappingError) -> TypeDescriptor {
        if let descriptor: TypeDescriptor = types.descriptor(name, in: scope) { return descriptor }
        throw JSONMappingError(
            path: JSONPath(), message: "the contract \(types.contractName) does not describe the type \(name)")
    }

    // MARK: Messages

    /// A message with the value as field 1.
    private func readBox(_ reader: inout WireReader, _ type: TypeExpression, scope: String?) throws -> JSONValue {
        var slot: JSONValue? = nil
        while let key: WireKey = try reader.nextKey() {
            if key.field == 1 {
                try readField(&reader, key, type, scope: scope, into: &slot)
            } else {
                try reader.skip(key)
            }
        }
        return try filled(slot, type, field: 1)
    }

    /// The values of fields, in their order; nil for an optional one that is not there.
    func readFields(_ reader: inout WireReader, _ fields: [FieldDescriptor], scope: String) throws -> [JSONValue?] {
        let expressions: [TypeExpression] = try fields.map { field in
            if let type: TypeExpression = TypeExpression(parsing: field.type) { return type }
            throw JSONMappingError(path: JSONPath(), message: "the contract names a type that is none: \(field.type)")
        }
        var slots: [JSONValue?] = Array(repeating: nil, count: fields.count)
        while let key: WireKey = try reader.nextKey() {
            if let index: Int = fields.firstIndex(where: { $0.number == key.field }) {
                try readField(&reader, key, expressions[index], scope: scope, into: &slots[index])
            } else {
                try reader.skip(key)
            }
        }
        for index: Int in fields.indices {
            if case .optional = expressions[index] { continue }
            slots[index] = try filled(slots[index], expressions[index], field: fields[index].number)
        }
        return slots
    }

    /// What a field holds that was never written.
    private func filled(_ slot: JSONValue?, _ type: TypeExpression, field: UInt32) throws(WireError) -> JSONValue {
        if let slot { return slot }
        switch type {
        case .optional: return .null
        case .array: return .array([])
        case .dictionary: return .object([:])
        default: throw .missingField(field)
        }
    }

    /// The fields of a struct, or the case of an enum with values.
    private func readContent(_ reader: inout WireReader, _ descriptor: TypeDescriptor) throws -> JSONValue {
        if descriptor.isEnum { return try readCase(&reader, descriptor) }
        let values: [JSONValue?] = try readFields(&reader, descriptor.fields, scope: descriptor.name)
        return Self.object(descriptor.fields, values)
    }

    static func object(_ fields: [FieldDescriptor], _ values: [JSONValue?]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (field, value): (FieldDescriptor, JSONValue?) in zip(fields, values) { members[field.name] = value }
        return .object(members)
    }

    // MARK: Fields

    private func readField(
        _ reader: inout WireReader, _ key: WireKey, _ type: TypeExpression, scope: String?, into slot: inout JSONValue?
    ) throws {
        switch type {
        case .optional(let wrapped): slot = try readElement(&reader, key, wrapped, scope: scope)
        case .array(let element): try readArray(&reader, key, of: element, scope: scope, into: &slot)
        case .dictionary(let keyType, let value):
            try readEntry(&reader, key, keyType, value, scope: scope, into: &slot)
        default: slot = try readSingle(&reader, key, type, scope: scope)
        }
    }

    private func readArray(
        _ reader: inout WireReader, _ key: WireKey, of element: TypeExpression, scope: String?,
        into slot: inout JSONValue?
    ) throws {
        var values: [JSONValue] = []
        if case .array(let before)? = slot { values = before }
        // The slot lets go of the array, so that appending does not copy it.
        slot = nil
        if types.isPacked(element, in: scope) {
            var packed: WireReader = try reader.readPacked(key, of: element.bareWireType)
            while !packed.isAtEnd { values.append(try readBare(&packed, element, scope: scope)) }
        } else {
            values.append(try readElement(&reader, key, element, scope: scope))
        }
        slot = .array(values)
    }

    private func readEntry(
        _ reader: inout WireReader, _ key: WireKey, _ keyType: TypeExpression, _ valueType: TypeExpression,
        scope: String?, into slot: inout JSONValue?
    ) throws {
        var members: [String: JSONValue] = [:]
        if case .object(let before)? = slot { members = before }
        slot = nil
        var entry: WireReader = try reader.readNested(key)
        var name: JSONValue? = nil
        var value: JSONValue? = nil
        while let inner: WireKey = try entry.nextKey() {
            switch inner.field {
            case 1: name = try readSingle(&entry, inner, keyType, scope: scope)
            case 2: value = try readElement(&entry, inner, valueType, scope: scope)
            default: try entry.skip(inner)
            }
        }
        guard let name else { throw WireError.missingField(1) }
        guard let value else { throw WireError.missingField(2) }
        if case .string(let text) = name { members[text] = value } else { members[name.text] = value }
        slot = .object(members)
    }

    /// A value inside an array, a dictionary or an optional.
    private func readElement(
        _ reader: inout WireReader, _ key: WireKey, _ type: TypeExpression, scope: String?
    ) throws -> JSONValue {
        guard type.isContainer else { return try readSingle(&reader, key, type, scope: scope) }
        var box: WireReader = try reader.readNested(key)
        return try readBox(&box, type, scope: scope)
    }

    private func readSingle(
        _ reader: inout WireReader, _ key: WireKey, _ type: TypeExpression, scope: String?
    ) throws -> JSONValue {
        guard case .named(let name) = type else { return try readScalar(&reader, key, type) }
        let descriptor: TypeDescriptor = try descriptor(name, in: scope)
        if types.isPlainEnum(descriptor) { return try plainCase(try reader.readUnsigned(key), descriptor) }
        var nested: WireReader = try reader.readNested(key)
        return try readContent(&nested, descriptor)
    }
}
