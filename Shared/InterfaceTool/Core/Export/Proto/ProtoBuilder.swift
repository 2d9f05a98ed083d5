import ColonnadeContract

/// Makes a `.proto` file of a contract, as our codecs write its values.
struct ProtoBuilder {
    private let contract: ContractDescriptor
    private let shapes: ContractShapes
    private let package: String
    private let naming: ProtoNaming
    private var boxes: ProtoBoxes

    static func file(_ contract: ContractDescriptor) throws(ExportError) -> ProtoFile {
        var builder: ProtoBuilder = try ProtoBuilder(contract)
        return try builder.file()
    }

    private init(_ contract: ContractDescriptor) throws(ExportError) {
        self.contract = contract
        shapes = ContractShapes(contract)
        package = ProtoName.snake(contract.name)
        naming = try ProtoNaming(contract, shapes: shapes, package: package)
        boxes = ProtoBoxes(naming, package: package)
    }

    private mutating func file() throws(ExportError) -> ProtoFile {
        let types: [TypeDescriptor] = naming.children["", default: []]
        let service: ProtoService? = contract.boards.isEmpty ? nil : try service()
        let numbers: ProtoEnum? = contract.boards.isEmpty ? nil : boardNumbers()
        var messages: [ProtoMessage] = []
        for type: TypeDescriptor in types where !shapes.isChoice(type) { messages.append(try message(type)) }
        return ProtoFile(
            name: "\(package).proto", package: package, comment: headComment, messages: messages + boxes.messages,
            enums: (numbers.map { [$0] } ?? []) + types.filter(shapes.isChoice).map(choice), service: service)
    }

    private var headComment: String {
        let refusal: String? = contract.refusal.flatMap { naming.types[$0]?.name }
        return """
            The contract of \(contract.name). Written by `svc-interface export --proto`: do not edit.

            Fingerprint, for HELLO: \(contract.fingerprint)
            \(contract.boards.isEmpty ? "It has no boards." : refusal.map { "A REFUSE carries a \($0)." } ?? "Its boards never refuse.")

            Bodies of frames are these messages. A field that stands under "Required" is always written, zero and empty
            included; a message without it is invalid. Unknown fields are skipped.
            """
    }

    // MARK: Types

    private mutating func message(_ type: TypeDescriptor) throws(ExportError) -> ProtoMessage {
        let names: ProtoTypeNames = names(of: type)
        var message: ProtoMessage = ProtoMessage(name: names.name, comment: comment(of: type), reserved: type.reserved.sorted())
        if let cases: [CaseDescriptor] = type.cases {
            try addCases(cases, names: names, to: &message)
        } else {
            for field: FieldDescriptor in type.fields.sorted(by: { $0.number < $1.number }) {
                message.fields.append(
                    boxes.field(
                        names.members[field.number] ?? field.name, field.number, try shapes.type(field.type),
                        comment: field.documentation))
            }
        }
        for child: TypeDescriptor in naming.children[type.name, default: []] {
            if shapes.isChoice(child) {
                message.enums.append(choice(child))
            } else {
                message.messages.append(try self.message(child))
            }
        }
        return message
    }

    /// Each case is a field of a oneof, and its values are a message in that field.
    private mutating func addCases(
        _ cases: [CaseDescriptor], names: ProtoTypeNames, to message: inout ProtoMessage
    ) throws(ExportError) {
        message.oneof = cases.isEmpty ? nil : names.oneof
        for item: CaseDescriptor in cases.sorted(by: { $0.number < $1.number }) {
            let name: String = names.caseMessages[item.number] ?? item.name
            message.fields.append(
                ProtoField(
                    name: names.members[item.number] ?? item.name, number: item.number,
                    kind: .alternative(.message("\(names.fullName).\(name)")), comment: item.documentation))
            message.messages.append(try values(of: item, name: name))
        }
    }

    private mutating func values(of item: CaseDescriptor, name: String) throws(ExportError) -> ProtoMessage {
        var names: ProtoNames = ProtoNames()
        var message: ProtoMessage = ProtoMessage(name: name, reserved: item.reserved.sorted())
        for value: FieldDescriptor in item.values.sorted(by: { $0.number < $1.number }) {
            let isAlone: Bool = item.values.count == 1 && value.name == "_0"
            message.fields.append(
                boxes.field(
                    names.claim(isAlone ? "value" : ProtoName.snake(value.name)), value.number, try shapes.type(value.type),
                    comment: value.documentation))
        }
        return message
    }

    private func choice(_ type: TypeDescriptor) -> ProtoEnum {
        let names: ProtoTypeNames = names(of: type)
        let cases: [CaseDescriptor] = (type.cases ?? []).sorted { $0.number < $1.number }
        let values: [ProtoEnumValue] = cases.map {
            ProtoEnumValue(name: names.members[$0.number] ?? $0.name, number: $0.number, comment: $0.documentation)
        }
        let zero: ProtoEnumValue = ProtoEnumValue(name: names.zero, number: 0, comment: "Never sent.")
        return ProtoEnum(
            name: names.name, comment: comment(of: type), values: cases.first?.number == 0 ? values : [zero] + values,
            reserved: type.reserved.sorted())
    }

    private func names(of type: TypeDescriptor) -> ProtoTypeNames {
        guard let names: ProtoTypeNames = naming.types[type.name] else { preconditionFailure("\(type.name) was given no name") }
        return names
    }

    private func comment(of type: TypeDescriptor) -> String {
        guard type.cases != nil else { return type.documentation }
        let note: String = type.open ? "Cases that this file does not know may come." : ""
        return [type.documentation, note].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Boards

    private mutating func service() throws(ExportError) -> ProtoService {
        let boards: [BoardDescriptor] = contract.boards.sorted { $0.number < $1.number }
        let name: String = boxes.claim(ProtoName.type(contract.name))
        var names: ProtoNames = ProtoNames()
        var methods: [ProtoMethod] = []
        for board: BoardDescriptor in boards {
            let command: ProtoType? = try board.command.map { text throws(ExportError) in boxes.body(try shapes.type(text)) }
            methods.append(
                ProtoMethod(
                    name: names.claim(ProtoName.type(board.name)), comment: comment(of: board, command: command),
                    input: boxes.body(try shapes.type(board.input)), output: boxes.body(try shapes.type(board.output)),
                    isStreaming: board.many, isIdempotent: board.idempotent))
        }
        return ProtoService(name: name, methods: methods, comment: "The boards of \(contract.name), each under its number.")
    }

    private func comment(of board: BoardDescriptor, command: ProtoType?) -> String {
        var shape: String = "Board \(contract.wireNumber(of: board)): "
        shape += board.many ? "one Input, many Outputs." : "one Input, exactly one Output."
        if case .message(let name)? = command {
            shape += " COMMAND frames carry \(name.dropFirst(package.count + 2)), after the provider granted credit."
        }
        if board.idempotent { shape += " The Input may be sent twice with the effect of once." }
        return [board.documentation, shape].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The numbers that stand in frames, so that a client need not type them.
    private mutating func boardNumbers() -> ProtoEnum {
        let name: String = boxes.claim(ProtoName.type(contract.name) + "Board")
        let prefix: String = ProtoName.upperSnake(name)
        var values: [ProtoEnumValue] = [
            ProtoEnumValue(name: boxes.claim("\(prefix)_UNSPECIFIED"), number: 0, comment: "Frames that are about no board.")
        ]
        for board: BoardDescriptor in contract.boards.sorted(by: { $0.number < $1.number }) {
            let value: String = boxes.claim("\(prefix)_\(ProtoName.upperSnake(board.name))")
            values.append(ProtoEnumValue(name: value, number: contract.wireNumber(of: board)))
        }
        return ProtoEnum(
            name: name, comment: "The number of each board, which stands in the header of frames.", values: values,
            reserved: contract.reserved.sorted())
    }
}

extension ContractDescriptor {
    /// The board's number in frames. What every daemon tells of itself has numbers of the platform's there.
    func wireNumber(of board: BoardDescriptor) -> UInt32 {
        name == "Introspection" ? board.number + UInt32(PlatformBoards.offset) : board.number
    }
}
