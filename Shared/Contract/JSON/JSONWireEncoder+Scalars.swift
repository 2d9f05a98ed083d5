import FoundationEssentials

extension JSONWireEncoder {
    /// A scalar with its key.
    mutating func writeScalar(
        _ json: JSONValue, _ type: TypeExpression, field: UInt32, at path: JSONPath, into writer: inout WireWriter
    ) {
        switch type {
        case .bool: if let value: Bool = bool(json, at: path) { writer.writeBool(value, field: field) }
        case .signed(let bits): if let value: Int64 = signed(json, bits, at: path) { writer.writeSigned(value, field: field) }
        case .unsigned(let bits):
            if let value: UInt64 = unsigned(json, bits, at: path) { writer.writeUnsigned(value, field: field) }
        case .float: if let value: Double = double(json, at: path) { writer.writeFloat(Float(value), field: field) }
        case .double: if let value: Double = double(json, at: path) { writer.writeDouble(value, field: field) }
        case .string:
            guard case .string(let value) = json else { return report(path, "expected a string, found \(json.kind)") }
            writer.writeString(value, field: field)
        case .bytes: if let value: [UInt8] = bytes(json, at: path) { writer.writeBytes(value, field: field) }
        case .date: if let value: Int64 = date(json, at: path) { writer.writePlain(value, field: field) }
        case .duration: if let value: Int64 = duration(json, at: path) { writer.writePlain(value, field: field) }
        case .uuid: if let value: [UInt8] = uuid(json, at: path) { writer.writeBytes(value, field: field) }
        case .void: if json != .null, json != .object([:]) { report(path, "expected nothing, found \(json.kind)") }
        case .optional, .array, .dictionary, .named: report(path, "\(type) is no scalar")
        }
    }

    /// A scalar or the number of a plain case without a key, as packed arrays hold them.
    mutating func writeBare(
        _ json: JSONValue, _ type: TypeExpression, scope: String?, at path: JSONPath, into writer: inout WireWriter
    ) {
        switch type {
        case .bool: if let value: Bool = bool(json, at: path) { writer.varint(value ? 1 : 0) }
        case .signed(let bits): if let value: Int64 = signed(json, bits, at: path) { writer.zigzag(value) }
        case .unsigned(let bits): if let value: UInt64 = unsigned(json, bits, at: path) { writer.varint(value) }
        case .float: if let value: Double = double(json, at: path) { writer.fixed32(Float(value).bitPattern) }
        case .double: if let value: Double = double(json, at: path) { writer.fixed64(value.bitPattern) }
        case .date: if let value: Int64 = date(json, at: path) { writer.varint(UInt64(bitPattern: value)) }
        case .duration: if let value: Int64 = duration(json, at: path) { writer.varint(UInt64(bitPattern: value)) }
        case .named(let name):
            guard let descriptor: TypeDescriptor = types.descriptor(name, in: scope),
                let number: UInt32 = plainNumber(json, descriptor, at: path)
            else { return }
            writer.varint(UInt64(number))
        default: report(path, "\(type) can not be packed")
        }
    }

    // MARK: What JSON says

    private mutating func bool(_ json: JSONValue, at path: JSONPath) -> Bool? {
        if case .bool(let value) = json { return value }
        report(path, "expected true or false, found \(json.kind)")
        return nil
    }

    private mutating func signed(_ json: JSONValue, _ bits: Int, at path: JSONPath) -> Int64? {
        let limit: Int64 = bits == 64 ? .max : (1 << Int64(bits - 1)) - 1
        let range: ClosedRange<Int64> = (-limit - 1)...limit
        switch json {
        case .integer(let value) where range.contains(value): return value
        case .number(let number):
            if let value: Int64 = Int64(exactly: number), range.contains(value) { return value }
        default: break
        }
        report(path, "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(found(json))")
        return nil
    }

    private mutating func unsigned(_ json: JSONValue, _ bits: Int, at path: JSONPath) -> UInt64? {
        let limit: UInt64 = bits == 64 ? .max : (1 << UInt64(bits)) - 1
        switch json {
        case .integer(let number):
            if let value: UInt64 = UInt64(exactly: number), value <= limit { return value }
        case .unsigned(let value) where value <= limit: return value
        case .number(let number):
            if let value: UInt64 = UInt64(exactly: number), value <= limit { return value }
        default: break
        }
        report(path, "expected a whole number from 0 to \(limit), found \(found(json))")
        return nil
    }

    private func found(_ json: JSONValue) -> String {
        switch json {
        case .integer, .unsigned, .number: json.text
        default: json.kind
        }
    }

    private mutating func double(_ json: JSONValue, at path: JSONPath) -> Double? {
        switch json {
        case .integer(let value): return Double(value)
        case .unsigned(let value): return Double(value)
        case .number(let value): return value
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        default:
            report(path, "expected a number, \"NaN\", \"Infinity\" or \"-Infinity\", found \(json.kind)")
            return nil
        }
    }

    private mutating func bytes(_ json: JSONValue, at path: JSONPath) -> [UInt8]? {
        guard case .string(let text) = json else {
            report(path, "expected bytes as base64 or \"@path\", found \(json.kind)")
            return nil
        }
        guard text.hasPrefix("@") else {
            if let value: [UInt8] = Base64Text.decode(text) { return value }
            report(path, "expected bytes as base64 or \"@path\"; this is not base64")
            return nil
        }
        guard let readFile else {
            report(path, "files can not be read here; expected bytes as base64")
            return nil
        }
        do {
            return try readFile(String(text.dropFirst()))
        } catch {
            report(path, "the file \(text.dropFirst()) can not be read: \(error)")
            return nil
        }
    }

    private mutating func date(_ json: JSONValue, at path: JSONPath) -> Int64? {
        if case .string(let text) = json, let value: Int64 = DateText.nanoseconds(text) { return value }
        report(path, "expected a date as RFC 3339 (\"2026-01-02T03:04:05Z\"), found \(json.text)")
        return nil
    }

    private mutating func duration(_ json: JSONValue, at path: JSONPath) -> Int64? {
        switch json {
        case .string(let text): if let value: Int64 = DurationText.nanoseconds(text) { return value }
        case .integer(let seconds):
            let (value, overflow): (Int64, Bool) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            if !overflow { return value }
        case .number(let seconds): if let value: Int64 = Int64(exactly: (seconds * 1e9).rounded()) { return value }
        default: break
        }
        report(path, "expected a duration (\"1.5s\", \"250ms\", or a number of seconds), found \(json.text)")
        return nil
    }

    private mutating func uuid(_ json: JSONValue, at path: JSONPath) -> [UInt8]? {
        if case .string(let text) = json, let value: UUID = UUID(uuidString: text) { return UUIDBytes.bytes(value) }
        report(path, "expected a UUID (\"6BA7B810-9DAD-11D1-80B4-00C04FD430C8\"), found \(json.text)")
        return nil
    }
}
