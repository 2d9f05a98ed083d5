extension JSONWireEncoder {
    /// A case of an enum without values, as its number.
    mutating func writePlainCase(
        _ json: JSONValue, _ descriptor: TypeDescriptor, field: UInt32, at path: JSONPath, into writer: inout WireWriter
    ) {
        if let number: UInt32 = plainNumber(json, descriptor, at: path) { writer.writeUnsigned(UInt64(number), field: field) }
    }

    func plainChoices(_ descriptor: TypeDescriptor) -> String {
        let names: [String] = descriptor.knownCases.map { "\"\($0.name)\"" }
        return names.isEmpty ? "nothing, for \(descriptor.name) has no cases" : "one of \(names.joined(separator: ", "))"
    }

    mutating func plainNumber(_ json: JSONValue, _ descriptor: TypeDescriptor, at path: JSONPath) -> UInt32? {
        if descriptor.open, let unknown: (number: UInt32, bytes: [UInt8]) = unrecognized(json) { return unknown.number }
        var name: String? = nil
        if case .string(let text) = json { name = text }
        if case .object(let members) = json, members.count == 1, let first = members.first, first.value == .object([:]) {
            name = first.key
        }
        guard let name, let found: CaseDescriptor = descriptor.knownCases.first(where: { $0.name == name }) else {
            let found: String = name.map { "\"\($0)\"" } ?? json.kind
            report(path, "expected \(plainChoices(descriptor)), found \(found)")
            return nil
        }
        return found.number
    }

    /// A case of an enum with values, as the message of its number.
    mutating func writeCase(
        _ json: JSONValue, _ descriptor: TypeDescriptor, at path: JSONPath, into writer: inout WireWriter
    ) {
        if descriptor.open, let unknown: (number: UInt32, bytes: [UInt8]) = unrecognized(json) {
            writer.writeBytes(unknown.bytes, field: unknown.number)
            return
        }
        let name: String
        let payload: JSONValue
        switch json {
        case .string(let text): (name, payload) = (text, .object([:]))
        case .object(let members) where members.count == 1: (name, payload) = members.first ?? ("", .null)
        default: return report(path, "expected \(choices(descriptor)), found \(json.kind)")
        }
        guard let found: CaseDescriptor = descriptor.knownCases.first(where: { $0.name == name }),
            (1..<1 << 29).contains(found.number)
        else { return report(path, "expected \(choices(descriptor)), found \"\(name)\"") }
        if case .string = json, !found.values.isEmpty {
            return report(path, "\(name) has values: expected \(shape(found))")
        }
        nested(field: found.number, at: path, into: &writer) { encoder, writer in
            encoder.writeValues(payload, found, scope: descriptor.name, at: path.key(name), into: &writer)
        }
    }

    private mutating func writeValues(
        _ json: JSONValue, _ found: CaseDescriptor, scope: String, at path: JSONPath, into writer: inout WireWriter
    ) {
        guard found.hasOnlyUnlabelledValues, let first: FieldDescriptor = found.values.first else {
            return writeFields(json, found.values, of: "\(scope).\(found.name)", scope: scope, at: path, into: &writer)
        }
        if found.values.count == 1 {
            return writeMember(json, first, of: "\(scope).\(found.name)", scope: scope, at: path, into: &writer)
        }
        guard case .array(let values) = json, values.count == found.values.count else {
            return report(path, "expected an array of \(found.values.count) values, found \(json.kind)")
        }
        for (index, (value, field)): (Int, (JSONValue, FieldDescriptor)) in zip(values, found.values).enumerated() {
            writeMember(value, field, of: "\(scope).\(found.name)", scope: scope, at: path.index(index), into: &writer)
        }
    }

    private func choices(_ descriptor: TypeDescriptor) -> String {
        "one of " + descriptor.knownCases.map { shape($0) }.joined(separator: ", ")
    }

    /// How a case is written.
    private func shape(_ found: CaseDescriptor) -> String {
        if found.values.isEmpty { return "\"\(found.name)\"" }
        guard found.hasOnlyUnlabelledValues else {
            return "{\"\(found.name)\": {\(found.values.map { "\"\($0.name)\": \($0.type)" }.joined(separator: ", "))}}"
        }
        let list: String = found.values.map(\.type).joined(separator: ", ")
        return "{\"\(found.name)\": \(found.values.count == 1 ? list : "[\(list)]")}"
    }

    /// `{"unknown": {"number": 7, "bytes": "…"}}`: a case of a newer contract that is handed on as it came.
    private func unrecognized(_ json: JSONValue) -> (number: UInt32, bytes: [UInt8])? {
        guard case .object(let members) = json, members.count == 1, let unknown: JSONValue = members["unknown"],
            case .integer(let number)? = unknown["number"], let field: UInt32 = UInt32(exactly: number),
            (1..<1 << 29).contains(field)
        else { return nil }
        guard case .string(let text)? = unknown["bytes"], let bytes: [UInt8] = Base64Text.decode(text) else {
            return (field, [])
        }
        return (field, bytes)
    }
}
