extension JSONWireDecoder {
    /// The case that a number stands for.
    func plainCase(_ number: UInt32, _ descriptor: TypeDescriptor) throws(WireError) -> JSONValue {
        if let found: CaseDescriptor = descriptor.knownCases.first(where: { $0.number == number }) {
            return .string(found.name)
        }
        guard descriptor.open || opensEnums else { throw .unknownCase(number: number, payload: []) }
        return Self.unrecognized(number, [])
    }

    /// The last case in a message of an enum with values.
    func readCase(_ reader: inout WireReader, _ descriptor: TypeDescriptor) throws -> JSONValue {
        var value: JSONValue? = nil
        while let key: WireKey = try reader.nextKey() {
            if let found: CaseDescriptor = descriptor.knownCases.first(where: { $0.number == key.field }) {
                var payload: WireReader = try reader.readNested(key)
                value = shape(found, try readFields(&payload, found.values, scope: descriptor.name))
            } else {
                let payload: [UInt8] = try reader.readBytes(key)
                guard descriptor.open || opensEnums else {
                    throw WireError.unknownCase(number: key.field, payload: payload)
                }
                value = Self.unrecognized(key.field, payload)
            }
        }
        guard let value else { throw WireError.missingField(0) }
        return value
    }

    private func shape(_ found: CaseDescriptor, _ values: [JSONValue?]) -> JSONValue {
        if found.values.isEmpty { return .string(found.name) }
        guard found.hasOnlyUnlabelledValues else { return .object([found.name: Self.object(found.values, values)]) }
        let list: [JSONValue] = values.map { $0 ?? .null }
        return .object([found.name: list.count == 1 ? list[0] : .array(list)])
    }

    private static func unrecognized(_ number: UInt32, _ bytes: [UInt8]) -> JSONValue {
        .object(["unknown": .object(["number": .integer(Int64(number)), "bytes": .string(Base64Text.encode(bytes))])])
    }
}
