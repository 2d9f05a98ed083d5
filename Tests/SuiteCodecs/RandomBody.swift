import ColonnadeContract

/// Random bytes that fit a type of a contract: the same for the same seed.
public struct RandomBody {
    /// How deep values are nested before they come to an end.
    private static let depth: Int = 4
    /// Dates hold Doubles, which keep such fractions of a second exactly: 2⁻⁹ s in nanoseconds.
    private static let dateStep: Int64 = 1_953_125

    private let types: [String: TypeDescriptor]
    private let refusal: String?
    /// Types as a contract writes them, read once.
    private var expressions: [String: TypeExpression] = [:]
    private var random: SeededGenerator = SeededGenerator(seed: 0)

    public init(_ contract: ContractDescriptor) {
        types = Dictionary(contract.types.map { ($0.name, $0) }) { first, _ in first }
        refusal = contract.refusal
    }

    /// A value of the type with this name: a message, or a message with an enum's number as field 1.
    public mutating func value(_ name: String, seed: UInt64) -> [UInt8] {
        random = SeededGenerator(seed: seed)
        var writer: WireWriter = WireWriter()
        guard let type: TypeDescriptor = types[name] else { return [] }
        if isChoice(type) {
            write(.named(name), field: 1, depth: 0, into: &writer)
        } else {
            writeContent(type, depth: 0, into: &writer)
        }
        return writer.bytes
    }

    private func isChoice(_ type: TypeDescriptor) -> Bool {
        type.name != refusal && type.cases?.allSatisfy(\.values.isEmpty) == true
    }

    private mutating func writeContent(_ type: TypeDescriptor, depth: Int, into writer: inout WireWriter) {
        guard let cases: [CaseDescriptor] = type.cases else { return writeFields(type.fields, depth: depth, into: &writer) }
        // Deep down a case is taken that goes no deeper.
        let flat: [CaseDescriptor] = cases.filter { $0.values.allSatisfy { types[$0.type] == nil } }
        guard let chosen: CaseDescriptor = (depth > Self.depth && !flat.isEmpty ? flat : cases).randomElement(using: &random) else {
            return
        }
        var content: WireWriter = WireWriter()
        writeFields(chosen.values, depth: depth, into: &content)
        writer.writeBytes(content.bytes, field: chosen.number)
    }

    private mutating func writeFields(_ fields: [FieldDescriptor], depth: Int, into writer: inout WireWriter) {
        for field: FieldDescriptor in fields {
            guard let type: TypeExpression = expressions[field.type] ?? TypeExpression(parsing: field.type) else { continue }
            expressions[field.type] = type
            write(type, field: field.number, depth: depth + 1, into: &writer)
        }
    }

    private mutating func write(_ type: TypeExpression, field: UInt32, depth: Int, into writer: inout WireWriter) {
        switch type {
        case .optional(let wrapped):
            if depth <= Self.depth, Bool.random(using: &random) { writeElement(wrapped, field: field, depth: depth, into: &writer) }
        case .array(let element):
            for _: Int in 0..<count(depth) { writeElement(element, field: field, depth: depth, into: &writer) }
        case .dictionary(let key, let value):
            for _: Int in 0..<count(depth) {
                var entry: WireWriter = WireWriter()
                write(key, field: 1, depth: depth, into: &entry)
                writeElement(value, field: 2, depth: depth, into: &entry)
                writer.writeBytes(entry.bytes, field: field)
            }
        case .named(let name):
            guard let type: TypeDescriptor = types[name] else { return }
            if isChoice(type) {
                writer.writeUnsigned(UInt64(type.cases?.randomElement(using: &random)?.number ?? 0), field: field)
            } else {
                var content: WireWriter = WireWriter()
                writeContent(type, depth: depth, into: &content)
                writer.writeBytes(content.bytes, field: field)
            }
        default: writeScalar(type, field: field, into: &writer)
        }
    }

    /// A value inside an array, a dictionary or an optional, where another of these is a message of its own.
    private mutating func writeElement(_ type: TypeExpression, field: UInt32, depth: Int, into writer: inout WireWriter) {
        switch type {
        case .optional, .array, .dictionary:
            var content: WireWriter = WireWriter()
            write(type, field: 1, depth: depth + 1, into: &content)
            writer.writeBytes(content.bytes, field: field)
        default: write(type, field: field, depth: depth, into: &writer)
        }
    }

    private mutating func count(_ depth: Int) -> Int {
        depth > Self.depth ? 0 : .random(in: 0...3, using: &random)
    }

    private mutating func writeScalar(_ type: TypeExpression, field: UInt32, into writer: inout WireWriter) {
        switch type {
        case .bool: writer.writeBool(.random(using: &random), field: field)
        case .signed(let bits): writer.writeSigned(Int64(bitPattern: random.integer()) >> Int64(64 - bits), field: field)
        case .unsigned(let bits): writer.writeUnsigned(random.integer() >> UInt64(64 - bits), field: field)
        case .float: writer.writeFloat(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())), field: field)
        case .double: writer.writeDouble(Double(bitPattern: random.next()), field: field)
        case .string: writer.writeString(random.text(), field: field)
        case .bytes: writer.writeBytes(random.bytes(upTo: 9), field: field)
        case .date: writer.writePlain(Int64.random(in: -4_000_000_000...4_000_000_000, using: &random) * Self.dateStep, field: field)
        case .duration: writer.writePlain(Int64(bitPattern: random.integer()), field: field)
        case .uuid: writer.writeBytes((0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }, field: field)
        default: break
        }
    }
}
