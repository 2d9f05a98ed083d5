import SwiftSyntax

extension InterfaceParser {
    /// Reads a declaration that should be a struct or an enum.
    mutating func readType(_ declaration: DeclSyntax, inside outer: Scope?) {
        if let node: StructDeclSyntax = declaration.as(StructDeclSyntax.self) {
            readStruct(node, inside: outer)
        } else if let node: EnumDeclSyntax = declaration.as(EnumDeclSyntax.self) {
            readEnum(node, inside: outer)
        } else if let node: ClassDeclSyntax = declaration.as(ClassDeclSyntax.self) {
            add("class \(node.name.text) can't be sent; make it a struct", at: node.name, .referenceType)
        } else if let node: ActorDeclSyntax = declaration.as(ActorDeclSyntax.self) {
            add("actor \(node.name.text) can't be sent; make it a struct", at: node.name, .referenceType)
        } else if let node: TypeAliasDeclSyntax = declaration.as(TypeAliasDeclSyntax.self) {
            add("a contract does not carry the alias \(node.name.text); write the type itself, or a struct", at: node.name)
        }
    }

    private mutating func readStruct(_ node: StructDeclSyntax, inside outer: Scope?) {
        let scope: Scope = Scope(node.name, comments: Comments(of: node), inside: outer)
        requirePublic(node.modifiers, "struct \(scope.name)", at: node.name)
        requireConcrete(node.genericParameterClause, scope.name)
        let index: Int = file.types.count
        var fields: [DeclaredField] = []
        for member: MemberBlockItemSyntax in node.memberBlock.members {
            if let property: VariableDeclSyntax = member.decl.as(VariableDeclSyntax.self) {
                fields += readProperty(property, of: scope.name)
            } else {
                readType(member.decl, inside: scope)
            }
        }
        file.types.insert(scope.type(.structure(fields), conformances(node.inheritanceClause), at: position(node.name)), at: index)
    }

    mutating func requireConcrete(_ clause: GenericParameterClauseSyntax?, _ name: String) {
        guard let clause else { return }
        add("\(name) is generic, which a contract can't say; declare one DTO for each use", at: clause, .generic)
    }

    /// The stored properties that a declaration makes; none where it is computed or static.
    private mutating func readProperty(_ node: VariableDeclSyntax, of type: String) -> [DeclaredField] {
        let modifiers: Set<String> = Set(node.modifiers.map { $0.name.text })
        if !modifiers.isDisjoint(with: ["static", "class"]) { return [] }
        let comments: Comments = Comments(of: node)
        let bindings: [PatternBindingSyntax] = Array(node.bindings)
        var fields: [DeclaredField] = []
        for (index, binding): (Int, PatternBindingSyntax) in bindings.enumerated() where isStored(binding) {
            guard let name: IdentifierPatternSyntax = binding.pattern.as(IdentifierPatternSyntax.self) else {
                add("declare each property of \(type) on its own", at: binding)
                continue
            }
            let text: String = name.identifier.plainName
            requirePublic(node.modifiers, "property \(text) of \(type)", at: binding)
            if modifiers.contains("lazy") || modifiers.contains("weak") || !node.attributes.isEmpty {
                add("property \(text) of \(type) is lazy, weak or wrapped; a DTO has plain stored properties", at: binding)
            }
            if binding.initializer != nil, node.bindingSpecifier.tokenKind == .keyword(.let) {
                add("\(text) always has the same value; make it `static`, or move the default to the initialiser", at: binding)
            }
            guard let written: TypeSyntax = bindings[index...].lazy.compactMap({ $0.typeAnnotation?.type }).first else {
                add("property \(text) of \(type) is written without its type; write `\(text): …`", at: binding)
                continue
            }
            guard let fieldType: WrittenType = readTypeExpression(written) else { continue }
            fields.append(
                DeclaredField(
                    name: text, position: position(binding), documentation: comments.documentation,
                    formerName: comments.formerName, isNew: comments.mark == "new", type: fieldType))
        }
        return fields
    }

    /// Whether the binding has storage: observers keep it, a getter does not.
    private func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let block: AccessorBlockSyntax = binding.accessorBlock else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
    }
}

/// A type that is being read, for the names of what is nested in it.
struct Scope {
    /// `Place.Kind`.
    let name: String
    let comments: Comments
    let formerName: String?

    init(_ name: TokenSyntax, comments: Comments, inside outer: Scope?) {
        self.name = (outer.map { $0.name + "." } ?? "") + name.plainName
        self.comments = comments
        let isRenamed: Bool = comments.formerName != nil || outer?.formerName != nil
        let prefix: String = outer.map { ($0.formerName ?? $0.name) + "." } ?? ""
        formerName = isRenamed ? prefix + (comments.formerName ?? name.plainName) : nil
    }

    func type(_ kind: DeclaredType.Kind, _ conformances: Set<String>, at position: SourcePosition) -> DeclaredType {
        DeclaredType(
            name: name, position: position, documentation: comments.documentation, formerName: formerName,
            conformances: conformances, kind: kind)
    }
}
