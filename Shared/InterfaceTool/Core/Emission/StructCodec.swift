/// The codec of a struct: its fields in the order of their numbers.
enum StructCodec {
    static func emit(_ name: String, _ fields: [ResolvedField], to text: inout SourceText) {
        text.block("extension \(name): WireMessage {") { text in
            text.block("public func encode(into writer: inout WireWriter) {") { text in
                for field: ResolvedField in fields {
                    WritingCode.write(property(field.name), field.type, field: field.number, to: &text)
                }
            }
            text.line()
            text.block("public init(from reader: inout WireReader) throws(WireError) {") { text in
                emitReading(fields, to: &text) { names, text in
                    for (field, local): (ResolvedField, String) in zip(fields, names) {
                        text.line("self.\(field.name.escapedInMember) = \(local)")
                    }
                }
            }
        }
    }

    /// Reads the fields into variables, checks that the required ones came, and hands the variables' names on.
    static func emitReading(
        _ fields: [ResolvedField], to text: inout SourceText, _ use: ([String], inout SourceText) -> Void
    ) {
        if fields.isEmpty {
            text.line("try reader.skipAll()")
            return use([], &text)
        }
        let names: [String] = fields.map { LocalNames.field($0.name, among: fields.map(\.name)).escapedName }
        for (field, name): (ResolvedField, String) in zip(fields, names) { text.line(ReadingCode.slot(name, field.type)) }
        ReadingCode.fields(of: "reader", to: &text) { text in
            for (field, name): (ResolvedField, String) in zip(fields, names) {
                ReadingCode.field(field.number, to: &text) { ReadingCode.read(name, field.type, to: &$0) }
            }
        }
        for (field, name): (ResolvedField, String) in zip(fields, names) where field.type.isSingular {
            text.line("guard let \(name) else { throw .missingField(\(field.number)) }")
        }
        use(names, &text)
    }

    /// A property, read in a method that has variables of its own.
    private static func property(_ name: String) -> String {
        LocalNames.isTaken(name) ? "self.\(name.escapedInMember)" : name.escapedName
    }
}

extension String {
    /// The name behind a dot, where few words need backticks.
    var escapedInMember: String { ["init", "self", "Type", "Protocol"].contains(self) ? "`\(self)`" : self }
}
