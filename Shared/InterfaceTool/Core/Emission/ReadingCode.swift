/// The statements that read a field into a variable.
enum ReadingCode {
    /// Declares the variable that a value is read into: optional where the value may be missing.
    static func slot(_ name: String, _ type: FieldType) -> String {
        switch type {
        case .array: "var \(name): \(type.spelling) = []"
        case .dictionary: "var \(name): \(type.spelling) = [:]"
        case .optional: "var \(name): \(type.spelling)"
        default: "var \(name): \(type.spelling)?"
        }
    }

    /// Reads the field at `key` of `reader` into the variable.
    static func read(_ name: String, _ type: FieldType, from reader: String = "reader", depth: Int = 0, to text: inout SourceText) {
        switch type {
        case .scalar, .message, .choice: text.line("\(name) = \(call(type, from: reader))")
        case .optional(let wrapped):
            readBoxed(wrapped, from: reader, depth: depth, to: &text) { value, text in
                text.line("\(name) = \(value)")
            }
        case .array(let element): readArray(name, element, from: reader, depth: depth, to: &text)
        case .dictionary(let key, let value): readEntry(name, key, value, from: reader, depth: depth, to: &text)
        case .void: break
        }
    }

    /// A loop over the fields of a message.
    static func fields(of reader: String, to text: inout SourceText, _ cases: (inout SourceText) -> Void) {
        text.block("while let key: WireKey = try \(reader).nextKey() {") { text in
            text.line("switch key.field {")
            cases(&text)
            text.line("default: try \(reader).skip(key)")
            text.line("}")
        }
    }

    /// `case 1:` with the statements behind it.
    static func field(_ number: UInt32, to text: inout SourceText, _ body: (inout SourceText) -> Void) {
        text.branch("case \(number):", body)
    }

    private static func call(_ type: FieldType, from reader: String) -> String {
        switch type {
        case .scalar(let scalar): "try \(reader).read\(scalar.codec)(key)"
        case .choice: "try \(reader).readEnum(key)"
        default: "try \(reader).readMessage(key)"
        }
    }

    private static func readArray(
        _ name: String, _ element: FieldType, from reader: String, depth: Int, to text: inout SourceText
    ) {
        if case .scalar(let scalar) = element, element.isPacked {
            return text.line("try \(reader).read\(scalar.arrayCodec)(key, into: &\(name))")
        }
        if case .choice = element { return text.line("try \(reader).readEnums(key, into: &\(name))") }
        readBoxed(element, from: reader, depth: depth, to: &text) { value, text in text.line("\(name).append(\(value))") }
    }

    /// Hands on the expression of a value that stands in one field, after the statements that it needs.
    private static func readBoxed(
        _ type: FieldType, from reader: String, depth: Int, to text: inout SourceText,
        _ use: (String, inout SourceText) -> Void
    ) {
        if type.isSingular { return use(call(type, from: reader), &text) }
        let names: (box: String, value: String) = (LocalNames.box(depth), LocalNames.boxed(depth))
        text.line("var \(names.box): WireReader = try \(reader).readBox(key, of: \(type.spelling).self)")
        text.line(slot(names.value, type))
        fields(of: names.box, to: &text) { text in
            field(1, to: &text) { read(names.value, type, from: names.box, depth: depth + 1, to: &$0) }
        }
        use(names.value, &text)
    }

    /// An entry without key or value stands for a zero or empty one: some writers leave those out.
    private static func readEntry(
        _ name: String, _ key: Scalar, _ value: FieldType, from reader: String, depth: Int, to text: inout SourceText
    ) {
        let names: (entry: String, key: String, value: String) =
            (LocalNames.entry(depth), LocalNames.key(depth), LocalNames.value(depth))
        text.line("var \(names.entry): WireReader = try \(reader).readBox(key, of: (\(key.rawValue), \(value.spelling)).self)")
        text.line("var \(names.key): \(key.rawValue) = \(key == .string ? "\"\"" : "0")")
        text.line(slot(names.value, value))
        fields(of: names.entry, to: &text) { text in
            field(1, to: &text) { read(names.key, .scalar(key), from: names.entry, depth: depth + 1, to: &$0) }
            field(2, to: &text) { text in
                readBoxed(value, from: names.entry, depth: depth + 1, to: &text) { expression, text in
                    text.line("\(names.value) = \(expression)")
                }
            }
        }
        text.line("\(name)[\(names.key)] = \(entryValue(names.value, value, to: &text))")
    }

    /// The value of an entry, which may have come without.
    private static func entryValue(_ name: String, _ type: FieldType, to text: inout SourceText) -> String {
        switch type {
        case .optional: return ".some(\(name))"
        case .message: return "try .orEmpty(\(name))"
        case .scalar(let scalar):
            if let zero: String = scalar.zero { return "\(name) ?? \(zero)" }
        case .choice: break
        default: return name
        }
        text.line("guard let \(name) else { throw .missingField(2) }")
        return name
    }
}

extension Scalar {
    /// What a map entry without a value stands for; nil where there is nothing like zero.
    var zero: String? {
        switch self {
        case .bool: "false"
        case .string: "\"\""
        case .bytes: "[]"
        case .date: "Date(wireNanoseconds: 0)"
        case .duration: ".zero"
        case .uuid: nil
        default: "0"
        }
    }
}
