import SwiftSyntax

extension InterfaceParser {
    /// The type, or nil with a message where contracts have no such type.
    mutating func readTypeExpression(_ type: TypeSyntax) -> WrittenType? {
        expression(type).map { WrittenType(expression: $0, position: position(type)) }
    }

    private mutating func expression(_ type: TypeSyntax) -> TypeExpression? {
        if let node: OptionalTypeSyntax = type.as(OptionalTypeSyntax.self) {
            return expression(node.wrappedType).map(TypeExpression.optional)
        }
        if let node: ArrayTypeSyntax = type.as(ArrayTypeSyntax.self) {
            return expression(node.element).map(TypeExpression.array)
        }
        if let node: DictionaryTypeSyntax = type.as(DictionaryTypeSyntax.self) { return dictionary(node.key, node.value) }
        if let node: TupleTypeSyntax = type.as(TupleTypeSyntax.self) { return tuple(node) }
        if let node: IdentifierTypeSyntax = type.as(IdentifierTypeSyntax.self) { return identifier(node) }
        if let node: MemberTypeSyntax = type.as(MemberTypeSyntax.self), node.genericArgumentClause == nil {
            guard case .named(let base)? = expression(node.baseType) else { return nil }
            return .named(base == "Swift" ? node.name.plainName : "\(base).\(node.name.plainName)")
        }
        addUnsupported(type)
        return nil
    }

    private mutating func dictionary(_ key: TypeSyntax, _ value: TypeSyntax) -> TypeExpression? {
        guard let key: TypeExpression = expression(key), let value: TypeExpression = expression(value) else { return nil }
        return .dictionary(key, value)
    }

    private mutating func tuple(_ node: TupleTypeSyntax) -> TypeExpression? {
        if node.elements.isEmpty { return .void }
        if node.elements.count == 1, let element: TupleTypeElementSyntax = node.elements.first, element.firstName == nil {
            return expression(element.type)
        }
        add("a tuple has no place in a contract; make it a struct", at: node, .fieldType)
        return nil
    }

    private mutating func identifier(_ node: IdentifierTypeSyntax) -> TypeExpression? {
        let name: String = node.name.plainName
        guard let clause: GenericArgumentClauseSyntax = node.genericArgumentClause else {
            if let advice: String = Self.advice[name] {
                add("\(name) has no place in a contract; \(advice)", at: node, .fieldType)
                return nil
            }
            return name == "Void" ? .void : .named(name)
        }
        let arguments: [TypeSyntax] = clause.arguments.compactMap { argument in
            if case .type(let type) = argument.argument { return type }
            return nil
        }
        switch (name, arguments.count) {
        case ("Optional", 1): return expression(arguments[0]).map(TypeExpression.optional)
        case ("Array", 1): return expression(arguments[0]).map(TypeExpression.array)
        case ("Dictionary", 2): return dictionary(arguments[0], arguments[1])
        case ("Set", 1): add("a set has no place in a contract; use an array", at: node, .fieldType)
        default: add("the generic type \(node.trimmedDescription) has no place in a contract; use a DTO of its own", at: node, .fieldType)
        }
        return nil
    }

    private mutating func addUnsupported(_ type: TypeSyntax) {
        switch type.as(TypeSyntaxEnum.self) {
        case .functionType: add("a closure can't be sent; make it a board, or a command", at: type, .closure)
        case .implicitlyUnwrappedOptionalType: add("write `?` instead of `!`", at: type, .fieldType)
        case .someOrAnyType: add("`\(type.trimmedDescription)` says too little for a contract; name a DTO", at: type, .fieldType)
        case .attributedType(let node) where node.baseType.is(FunctionTypeSyntax.self):
            add("a closure can't be sent; make it a board, or a command", at: type, .closure)
        default: add("the type `\(type.trimmedDescription)` has no place in a contract", at: type, .fieldType)
        }
    }

    /// What to write instead of types that authors reach for.
    private static let advice: [String: String] = [
        "Any": "name a DTO",
        "AnyObject": "name a DTO",
        "CGFloat": "use Double",
        "Character": "use String",
        "Data": "use [UInt8]",
        "Decimal": "use String, or an integer with a stated unit",
        "Error": "use the refusal, or an enum",
        "Float16": "use Float",
        "Float80": "use Double",
        "Int128": "use String, or two integers",
        "Locale": "use String",
        "Never": "use NoRefusal for a refusal, Void for nothing",
        "Substring": "use String",
        "TimeInterval": "use Duration",
        "TimeZone": "use String",
        "UInt128": "use String, or two integers",
        "URL": "use String",
    ]
}
