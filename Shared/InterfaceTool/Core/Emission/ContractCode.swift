import ColonnadeContract

/// The contract as a literal, a constant for each type and board so that the type checker is done quickly.
enum ContractCode {
    static func emit(_ file: ResolvedFile, to text: inout SourceText) {
        let contract: ContractDescriptor = file.contract
        text.line("// swift-format-ignore")
        text.line("/// The contract of \(contract.name) in machine-readable form.")
        text.block("public enum \(contract.name)Contract {") { text in
            text.line("/// What the lock beside this file holds.")
            var arguments: [String] = ["name: \(contract.name.literal)", "fingerprint: \(contract.fingerprint.literal)"]
            if let refusal: String = contract.refusal { arguments.append("refusal: \(refusal.literal)") }
            if !contract.boards.isEmpty { arguments.append("boards: [\(contract.boards.map(board).joined(separator: ", "))]") }
            if !contract.types.isEmpty { arguments.append("types: [\(contract.types.map(type).joined(separator: ", "))]") }
            if !contract.reserved.isEmpty { arguments.append("reserved: \(contract.reserved)") }
            emitCall("public static let descriptor: ContractDescriptor = ContractDescriptor", arguments, to: &text)
            for descriptor: BoardDescriptor in contract.boards {
                text.line()
                emitCall(
                    "private static let \(board(descriptor)): BoardDescriptor = BoardDescriptor", boardArguments(descriptor), to: &text)
            }
            for descriptor: TypeDescriptor in contract.types {
                text.line()
                emit(descriptor, to: &text)
            }
        }
    }

    private static func board(_ board: BoardDescriptor) -> String { "board\(board.name.upperCamel)" }

    private static func type(_ type: TypeDescriptor) -> String {
        "type" + type.name.split(separator: ".").map { String($0).upperCamel }.joined(separator: "_")
    }

    /// One argument a line where they do not fit on one.
    private static func emitCall(_ head: String, _ arguments: [String], to text: inout SourceText) {
        let short: String = "\(head)(\(arguments.joined(separator: ", ")))"
        if text.fits(short) { return text.line(short) }
        text.line("\(head)(")
        text.indented { text in
            for (index, argument): (Int, String) in arguments.enumerated() {
                text.line(argument + (index == arguments.count - 1 ? ")" : ","))
            }
        }
    }

    private static func boardArguments(_ board: BoardDescriptor) -> [String] {
        var arguments: [String] = ["name: \(board.name.literal)", "number: \(board.number)"]
        if !board.documentation.isEmpty { arguments.append("documentation: \(board.documentation.literal)") }
        arguments += ["input: \(board.input.literal)", "output: \(board.output.literal)"]
        if board.many { arguments.append("many: true") }
        if let command: String = board.command { arguments.append("command: \(command.literal)") }
        if board.idempotent { arguments.append("idempotent: true") }
        if let names: [String] = board.formerNames { arguments.append("formerNames: [\(names.map(\.literal).joined(separator: ", "))]") }
        return arguments
    }

    private static func emit(_ descriptor: TypeDescriptor, to text: inout SourceText) {
        let constant: String = type(descriptor)
        var arguments: [String] = ["name: \(descriptor.name.literal)"]
        if !descriptor.documentation.isEmpty { arguments.append("documentation: \(descriptor.documentation.literal)") }
        text.line("private static let \(constant): TypeDescriptor = TypeDescriptor(")
        text.indented { text in
            var rest: [String] = []
            if descriptor.open { rest.append("open: true") }
            if !descriptor.reserved.isEmpty { rest.append("reserved: \(descriptor.reserved)") }
            let isBare: Bool = descriptor.fields.isEmpty && descriptor.cases == nil && rest.isEmpty
            text.line(arguments.joined(separator: ", ") + (isBare ? ")" : ","))
            let listEnd: String = rest.isEmpty ? ")" : ","
            if let cases: [CaseDescriptor] = descriptor.cases {
                text.list("cases: ", end: listEnd, count: cases.count) { index, comma, text in
                    emit(cases[index], end: comma, to: &text)
                }
            } else if !descriptor.fields.isEmpty {
                emit(descriptor.fields, "fields: ", end: listEnd, to: &text)
            }
            if !rest.isEmpty { text.line(rest.joined(separator: ", ") + ")") }
        }
    }

    private static func emit(_ fields: [FieldDescriptor], _ head: String, end: String, to text: inout SourceText) {
        text.list(head, end: end, count: fields.count) { index, comma, text in text.line(literal(fields[index]) + comma) }
    }

    private static func emit(_ item: CaseDescriptor, end: String, to text: inout SourceText) {
        var arguments: [String] = ["name: \(item.name.literal)", "number: \(item.number)"]
        if !item.documentation.isEmpty { arguments.append("documentation: \(item.documentation.literal)") }
        if !item.reserved.isEmpty, item.values.isEmpty { arguments.append("reserved: \(item.reserved)") }
        if item.values.isEmpty { return text.line("CaseDescriptor(\(arguments.joined(separator: ", ")))\(end)") }
        text.line("CaseDescriptor(")
        text.indented { text in
            text.line(arguments.joined(separator: ", ") + ",")
            emit(item.values, "values: ", end: item.reserved.isEmpty ? ")\(end)" : ", reserved: \(item.reserved))\(end)", to: &text)
        }
    }

    private static func literal(_ field: FieldDescriptor) -> String {
        var arguments: [String] = ["name: \(field.name.literal)", "number: \(field.number)", "type: \(field.type.literal)"]
        if !field.documentation.isEmpty { arguments.append("documentation: \(field.documentation.literal)") }
        return "FieldDescriptor(\(arguments.joined(separator: ", ")))"
    }
}
