/// The codec of an enum without values: a number.
enum ChoiceCodec {
    static func emit(_ name: String, _ cases: [ResolvedCase], isOpen: Bool, to text: inout SourceText) {
        text.block("extension \(name): WireEnum {") { text in
            text.block("public var wireNumber: UInt32 {") { text in
                text.line("switch self {")
                for item: ResolvedCase in cases { text.line("case .\(item.name.escapedInMember): \(item.number)") }
                if isOpen { text.line("case .unknown(let unknown): unknown.number") }
                text.line("}")
            }
            text.line()
            text.block("public init(wireNumber: UInt32, acceptsUnknown: Bool) throws(WireError) {") { text in
                text.line("switch wireNumber {")
                for item: ResolvedCase in cases { text.line("case \(item.number): self = .\(item.name.escapedInMember)") }
                if isOpen { text.line("case _ where acceptsUnknown: self = .unknown(Unrecognized(number: wireNumber))") }
                text.line("default: throw .unknownCase(number: wireNumber, payload: [])")
                text.line("}")
            }
        }
    }
}

/// The codec of an enum with values: a message in which each case is a field, and its values a message in that field.
enum AlternativesCodec {
    static func emit(_ name: String, _ cases: [ResolvedCase], isOpen: Bool, to text: inout SourceText) {
        text.block("extension \(name): WireMessage {") { text in
            emitEncode(cases, isOpen: isOpen, to: &text)
            text.line()
            emitDecode(name, cases, isOpen: isOpen, to: &text)
            for item: ResolvedCase in cases where !item.values.isEmpty {
                text.line()
                emitCase(name, item, to: &text)
            }
        }
    }

    private static func emitEncode(_ cases: [ResolvedCase], isOpen: Bool, to text: inout SourceText) {
        text.block("public func encode(into writer: inout WireWriter) {") { text in
            text.line("switch self {")
            for item: ResolvedCase in cases {
                if item.values.isEmpty {
                    text.line("case .\(item.name.escapedInMember): writer.writeBytes([], field: \(item.number))")
                    continue
                }
                let names: [String] = locals(item)
                text.line("case .\(item.name.escapedInMember)(\(names.map { "let \($0)" }.joined(separator: ", "))):")
                text.indented { text in
                    text.block("writer.writeNested(field: \(item.number)) { writer in") { text in
                        let values: [(ResolvedField, String)] = zip(item.values, names).sorted { $0.0.number < $1.0.number }
                        for (value, name): (ResolvedField, String) in values {
                            WritingCode.write(name, value.type, field: value.number, to: &text)
                        }
                    }
                }
            }
            if isOpen { text.line("case .unknown(let unknown): writer.writeUnrecognized(unknown)") }
            text.line("}")
        }
    }

    private static func emitDecode(_ name: String, _ cases: [ResolvedCase], isOpen: Bool, to text: inout SourceText) {
        text.block("public init(from reader: inout WireReader) throws(WireError) {") { text in
            text.line("var result: \(name)?")
            text.block("while let key: WireKey = try reader.nextKey() {") { text in
                text.line("switch key.field {")
                for item: ResolvedCase in cases {
                    text.line("case \(item.number):")
                    text.indented { text in
                        if item.values.isEmpty {
                            text.line("try reader.readEmpty(key)")
                            text.line("result = \(name).\(item.name.escapedInMember)")
                        } else {
                            text.line("var nested: WireReader = try reader.readNested(key)")
                            text.line("result = try Self.\(reading(item))(&nested)")
                        }
                    }
                }
                if isOpen {
                    text.line("default: result = .unknown(try reader.readUnrecognized(key))")
                } else {
                    text.line("default: throw try reader.readUnknownCase(key)")
                }
                text.line("}")
            }
            text.line("guard let result else { throw .missingField(0) }")
            text.line("self = result")
        }
    }

    private static func emitCase(_ name: String, _ item: ResolvedCase, to text: inout SourceText) {
        let head: String = "private static func \(reading(item))(_ reader: inout WireReader) throws(WireError) -> \(name) {"
        text.block(head) { text in
            StructCodec.emitReading(item.values, to: &text) { names, text in
                let arguments: [String] = zip(item.values, names).map { value, name in
                    value.isLabelled ? "\(value.name.escapedLabel): \(name)" : name
                }
                text.call("return .\(item.name.escapedInMember)", arguments)
            }
        }
    }

    private static func reading(_ item: ResolvedCase) -> String { "read\(item.name.upperCamel)" }

    /// Names for a case's values, the labels where there are some.
    private static func locals(_ item: ResolvedCase) -> [String] {
        item.values.map { value in
            let name: String = LocalNames.field(value.name, among: item.values.map(\.name))
            return name.escapedName
        }
    }
}

extension ResolvedField {
    /// Whether a case's value has a label; others are called `_0`, `_1`, ….
    var isLabelled: Bool { !(name.hasPrefix("_") && !name.dropFirst().isEmpty && name.dropFirst().allSatisfy(\.isNumber)) }
}

extension String {
    var escapedLabel: String { ["inout", "var", "let"].contains(self) ? "`\(self)`" : self }
}
