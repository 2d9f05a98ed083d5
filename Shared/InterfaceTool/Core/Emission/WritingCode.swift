/// The statements that write a value into a field. `writer` is the name of the WireWriter wherever they stand.
enum WritingCode {
    /// - Parameter expression: the value; evaluated more than once.
    static func write(_ expression: String, _ type: FieldType, field: UInt32, depth: Int = 0, to text: inout SourceText) {
        switch type {
        case .scalar(let scalar): text.line(scalarCall(expression, scalar, field: field))
        case .message: text.line("writer.writeMessage(\(expression), field: \(field))")
        case .choice: text.line("writer.writeEnum(\(expression), field: \(field))")
        case .optional(let wrapped): writeOptional(expression, wrapped, field: field, depth: depth, to: &text)
        case .array(let element): writeArray(expression, element, field: field, depth: depth, to: &text)
        case .dictionary(let key, let value):
            writeDictionary(expression, key, value, field: field, depth: depth, to: &text)
        case .void: break
        }
    }

    private static func scalarCall(_ expression: String, _ scalar: Scalar, field: UInt32) -> String {
        let value: String
        if scalar.isSigned, scalar != .int64 {
            value = "Int64(\(expression))"
        } else if scalar.isUnsigned, scalar != .uint64 {
            value = "UInt64(\(expression))"
        } else {
            value = expression
        }
        return "writer.write\(scalar.codec)(\(value), field: \(field))"
    }

    private static func writeOptional(
        _ expression: String, _ wrapped: FieldType, field: UInt32, depth: Int, to text: inout SourceText
    ) {
        let isName: Bool = expression.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let name: String = isName ? expression : LocalNames.value(depth)
        text.block(isName ? "if let \(name) {" : "if let \(name) = \(expression) {") { text in
            writeBoxed(name, wrapped, field: field, depth: depth + 1, to: &text)
        }
    }

    private static func writeArray(
        _ expression: String, _ element: FieldType, field: UInt32, depth: Int, to text: inout SourceText
    ) {
        if case .scalar(let scalar) = element, element.isPacked {
            return text.line("writer.write\(scalar == .bool ? "Bools" : scalar.arrayCodec)(\(expression), field: \(field))")
        }
        if case .choice = element { return text.line("writer.writeEnums(\(expression), field: \(field))") }
        let name: String = LocalNames.element(depth)
        text.block("for \(name): \(element.spelling) in \(expression) {") { text in
            writeBoxed(name, element, field: field, depth: depth + 1, to: &text)
        }
    }

    private static func writeDictionary(
        _ expression: String, _ key: Scalar, _ value: FieldType, field: UInt32, depth: Int, to text: inout SourceText
    ) {
        let names: (key: String, value: String) = (LocalNames.key(depth), LocalNames.value(depth))
        let sorted: String = "\(expression).sorted(by: { $0.key < $1.key })"
        text.block("for (\(names.key), \(names.value)): (\(key.rawValue), \(value.spelling)) in \(sorted) {") { text in
            text.block("writer.writeNested(field: \(field)) { writer in") { text in
                write(names.key, .scalar(key), field: 1, depth: depth + 1, to: &text)
                writeBoxed(names.value, value, field: 2, depth: depth + 1, to: &text)
            }
        }
    }

    /// Where one field is all there is for it, an array, a dictionary or an optional travels as a message of its own.
    private static func writeBoxed(
        _ expression: String, _ type: FieldType, field: UInt32, depth: Int, to text: inout SourceText
    ) {
        if type.isSingular { return write(expression, type, field: field, depth: depth, to: &text) }
        text.block("writer.writeNested(field: \(field)) { writer in") { text in
            write(expression, type, field: 1, depth: depth, to: &text)
        }
    }
}
