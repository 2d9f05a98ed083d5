import SwiftSyntax

extension InterfaceParser {
    mutating func readInterface(_ node: ProtocolDeclSyntax) {
        let name: String = node.name.plainName
        guard conformances(node.inheritanceClause).contains("Interface") else {
            add("protocol \(name) is no interface; let it inherit from Interface, or take it out", at: node.name)
            return
        }
        if let other: DeclaredInterface = file.interface {
            add("a file has one interface, and \(other.name) is declared on line \(other.position.line)", at: node.name)
            return
        }
        if name != "\(file.name)Interface" {
            add("the interface of \(file.name)InOut.swift is called \(file.name)Interface, not \(name)", at: node.name)
        }
        requirePublic(node.modifiers, "protocol \(name)", at: node.name)
        let comments: Comments = Comments(of: node)
        file.interface = DeclaredInterface(
            name: name, position: position(node.name), documentation: comments.documentation,
            refusal: readRefusal(node), boards: [])
        for member: MemberBlockItemSyntax in node.memberBlock.members { readRequirement(member.decl) }
    }

    /// The type that `where Refused == MapsRefusal` names.
    private mutating func readRefusal(_ node: ProtocolDeclSyntax) -> WrittenType? {
        for requirement: GenericRequirementSyntax in node.genericWhereClause?.requirements ?? [] {
            guard case .sameTypeRequirement(let same) = requirement.requirement, same.leftType.trimmedDescription == "Refused"
            else { continue }
            guard case .type(let type) = same.rightType else { continue }
            return readTypeExpression(type)
        }
        add("\(node.name.text) names no refusal; add `where Refused == …Refusal`, or `where Refused == NoRefusal`", at: node.name)
        return nil
    }

    private mutating func readRequirement(_ declaration: DeclSyntax) {
        if let node: FunctionDeclSyntax = declaration.as(FunctionDeclSyntax.self) {
            readBoard(node)
        } else if declaration.is(AssociatedTypeDeclSyntax.self) {
            add("an interface has no associated type; its boards name their types", at: declaration)
        } else if declaration.is(VariableDeclSyntax.self) {
            add("an interface has no property; make it a board: a function with an Input", at: declaration)
        } else {
            add("an interface has functions only, a board each", at: declaration)
        }
    }

    private mutating func readBoard(_ node: FunctionDeclSyntax) {
        let name: String = node.name.plainName
        if node.genericParameterClause != nil || node.genericWhereClause != nil {
            add("board \(name) is generic; boards name their types", at: node.name, .generic)
        }
        if !node.modifiers.isEmpty || !node.attributes.isEmpty {
            add("board \(name) takes no modifier and no attribute", at: node.name)
        }
        let parameters: [FunctionParameterSyntax] = Array(node.signature.parameterClause.parameters)
        let command: WrittenType? = parameters.count > 1 ? readCommand(parameters[1], board: name) : nil
        if parameters.count > 2 {
            add("board \(name) has more than an Input and Commands; put what belongs together into one DTO", at: parameters[2])
        }
        let comments: Comments = Comments(of: node)
        guard let input: WrittenType = readInput(parameters.first, of: node),
            let result: (type: WrittenType, many: Bool) = readResult(node, board: name)
        else { return }
        if !result.many, parameters.count > 1 {
            add("board \(name) takes Commands, so it answers with Outputs<…>", at: node.name)
        }
        let board: DeclaredBoard = DeclaredBoard(
            name: name, position: position(node.name), documentation: comments.documentation,
            formerName: comments.formerName, input: input, hasInput: !parameters.isEmpty, output: result.type,
            many: result.many, command: command)
        file.interface?.boards.append(board)
    }

    private mutating func readInput(_ parameter: FunctionParameterSyntax?, of node: FunctionDeclSyntax) -> WrittenType? {
        guard let parameter else { return WrittenType(expression: .void, position: position(node.name)) }
        requireNoLabel(parameter)
        return readTypeExpression(parameter.type)
    }

    private mutating func readCommand(_ parameter: FunctionParameterSyntax, board: String) -> WrittenType? {
        requireNoLabel(parameter)
        guard let type: TypeSyntax = soleArgument(of: parameter.type, named: "Commands") else {
            add("the second parameter of board \(board) is `_ commands: Commands<…>`; put more input into one DTO", at: parameter)
            return nil
        }
        return readTypeExpression(type)
    }

    private mutating func requireNoLabel(_ parameter: FunctionParameterSyntax) {
        if parameter.firstName.tokenKind == .wildcard, parameter.ellipsis == nil, parameter.defaultValue == nil { return }
        add("a board's parameter has no label: write `_ \(parameter.firstName.text): …`", at: parameter)
    }

    /// The output's type, and whether there are many.
    private mutating func readResult(_ node: FunctionDeclSyntax, board: String) -> (WrittenType, Bool)? {
        let effects: FunctionEffectSpecifiersSyntax? = node.signature.effectSpecifiers
        let result: TypeSyntax? = node.signature.returnClause?.type
        if let result, let type: TypeSyntax = soleArgument(of: result, named: "Outputs") {
            if effects?.asyncSpecifier != nil || effects?.throwsClause != nil {
                add("board \(board) answers with Outputs, so it is neither async nor throwing: its sequence is", at: node.name)
            }
            return readTypeExpression(type).map { ($0, true) }
        }
        let failure: String? = effects?.throwsClause?.type?.trimmedDescription
        if effects?.asyncSpecifier == nil || failure != "Failure" {
            add("board \(board) has one output, so it is `async throws(Failure)`", at: node.name)
        }
        guard let result else { return (WrittenType(expression: .void, position: position(node.name)), false) }
        return readTypeExpression(result).map { ($0, false) }
    }

    /// `T` of `name<T>`.
    private func soleArgument(of type: TypeSyntax, named name: String) -> TypeSyntax? {
        guard let identifier: IdentifierTypeSyntax = type.as(IdentifierTypeSyntax.self), identifier.name.text == name,
            let arguments: GenericArgumentListSyntax = identifier.genericArgumentClause?.arguments, arguments.count == 1,
            case .type(let argument)? = arguments.first?.argument
        else { return nil }
        return argument
    }
}
