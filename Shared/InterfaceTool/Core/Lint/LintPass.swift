import SwiftSyntax

/// Walks over the declarations of one InOut file, and finds what does not belong there and the generator would pass over.
struct LintPass {
    private static let imports: Set<String> = ["ColonnadeContract", "ColonnadeSystemIO", "Colonnade"]

    let path: String
    private(set) var diagnostics: Diagnostics = Diagnostics()
    /// The names of the boards, where the file has an interface.
    private(set) var boards: Set<String> = []
    private let converter: SourceLocationConverter
    private var interface: String?
    private var types: Set<String> = []

    static func run(_ tree: SourceFileSyntax, path: String) -> Diagnostics {
        var pass: LintPass = LintPass(tree, path: path)
        for item: CodeBlockItemSyntax in tree.statements {
            if case .decl(let declaration) = item.item { pass.check(topLevel: declaration) }
        }
        return pass.diagnostics
    }

    private init(_ tree: SourceFileSyntax, path: String) {
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: tree)
        for item: CodeBlockItemSyntax in tree.statements {
            guard case .decl(let declaration) = item.item else { continue }
            if let node: ProtocolDeclSyntax = declaration.as(ProtocolDeclSyntax.self) {
                interface = node.name.plainName
                boards = Set(node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self)?.name.plainName })
            }
            collectTypes(declaration, inside: "")
        }
    }

    private mutating func collectTypes(_ declaration: DeclSyntax, inside outer: String) {
        guard let (name, members): (TokenSyntax, MemberBlockItemListSyntax) = Self.parts(of: declaration) else { return }
        types.insert(outer + name.plainName)
        for member: MemberBlockItemSyntax in members { collectTypes(member.decl, inside: outer + name.plainName + ".") }
    }

    private static func parts(of declaration: DeclSyntax) -> (name: TokenSyntax, members: MemberBlockItemListSyntax)? {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .structDecl(let node): (node.name, node.memberBlock.members)
        case .enumDecl(let node): (node.name, node.memberBlock.members)
        case .protocolDecl(let node): (node.name, node.memberBlock.members)
        default: nil
        }
    }

    mutating func add(_ message: String, at node: some SyntaxProtocol, _ rule: LintRule) {
        let place: SourceLocation = node.startLocation(converter: converter)
        diagnostics.add(message, in: path, at: SourcePosition(line: place.line, column: place.column), rule: rule.rawValue)
    }

    // MARK: The file

    private mutating func check(topLevel declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .importDecl(let node): check(import: node)
        case .protocolDecl(let node): check(interface: node)
        case .extensionDecl(let node): check(extension: node)
        case .structDecl, .enumDecl: check(type: declaration)
        case .variableDecl(let node):
            add(
                "a global variable is state that every vertical would share; put the value into a DTO, or take it out", at: node,
                .globalState)
        case .functionDecl(let node):
            add("\(node.name.text) is behaviour; leave it to the verticals, or make it a board", at: node.name, .method)
        case .operatorDecl(let node): add("an operator is behaviour; leave it to the verticals", at: node, .method)
        case .macroExpansionDecl(let node): add("a macro hides what an interface holds; write it out", at: node, .form)
        default: break
        }
    }

    private mutating func check(import node: ImportDeclSyntax) {
        let module: String = node.path.first?.name.text ?? ""
        if !Self.imports.contains(module) {
            add(
                "an interface imports ColonnadeContract, for screens ColonnadeSystemIO too, and nothing else; take `import \(module)` out",
                at: node, .foreignImport)
        }
    }

    private mutating func check(interface node: ProtocolDeclSyntax) {
        requireDocumentation(node, "protocol \(node.name.text)", at: node.name)
        for member: MemberBlockItemSyntax in node.memberBlock.members {
            guard let board: FunctionDeclSyntax = member.decl.as(FunctionDeclSyntax.self) else { continue }
            requireDocumentation(board, "board \(board.name.text)", at: board.name)
        }
    }

    private mutating func check(type declaration: DeclSyntax) {
        guard let (name, members): (TokenSyntax, MemberBlockItemListSyntax) = Self.parts(of: declaration) else { return }
        requireDocumentation(declaration, "\(declaration.is(EnumDeclSyntax.self) ? "enum" : "struct") \(name.text)", at: name)
        for member: MemberBlockItemSyntax in members { check(member: member.decl, of: name.plainName, isPublic: false) }
    }

    private mutating func check(extension node: ExtensionDeclSyntax) {
        let name: String = node.extendedType.trimmedDescription
        guard types.contains(name) else {
            return add(
                "\(name) is not declared here, and whoever imports the interface would see it changed; take the extension out",
                at: node.extendedType, .foreignExtension)
        }
        if let clause: GenericWhereClauseSyntax = node.genericWhereClause {
            add("an extension under a condition says what only some see; take the condition out", at: clause, .behaviour)
        }
        let isPublic: Bool = node.modifiers.contains { $0.name.tokenKind == .keyword(.public) }
        for member: MemberBlockItemSyntax in node.memberBlock.members {
            if name == interface, let function: FunctionDeclSyntax = member.decl.as(FunctionDeclSyntax.self) {
                requirePublic(function.modifiers, "\(function.name.text)", isPublic, at: function.name)
                check(defaultImplementation: function)
            } else if name == interface {
                add("an extension of the interface holds aliases and empty boards only; take this out", at: member.decl, .behaviour)
            } else {
                check(member: member.decl, of: name, isPublic: isPublic)
            }
        }
    }

    // MARK: Members of types

    private mutating func check(member: DeclSyntax, of type: String, isPublic: Bool) {
        switch member.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node):
            add(
                "\(type).\(node.name.text) is a method, and a DTO has none; make it an accessor if it only reads, "
                    + "or leave it to the verticals", at: node.name, .method)
        case .subscriptDecl(let node): add("\(type) has a subscript; leave it to the verticals", at: node, .method)
        case .variableDecl(let node): check(property: node, of: type, isPublic: isPublic)
        case .initializerDecl(let node):
            requirePublic(node.modifiers, "an initialiser of \(type)", isPublic, at: node.initKeyword)
            check(initialiser: node, of: type)
        case .enumCaseDecl(let node): check(cases: node, of: type)
        case .structDecl, .enumDecl: check(type: member)
        default: break
        }
    }

    private mutating func check(cases node: EnumCaseDeclSyntax, of type: String) {
        for element: EnumCaseElementSyntax in node.elements where element.name.plainName != "unknown" {
            if !Comments(of: element).documentation.isEmpty { continue }
            requireDocumentation(node, "case \(element.name.text) of \(type)", at: element.name)
        }
    }

    private mutating func check(property node: VariableDeclSyntax, of type: String, isPublic: Bool) {
        let isStatic: Bool = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
        for binding: PatternBindingSyntax in node.bindings {
            let name: String = "\(type).\(binding.pattern.trimmedDescription)"
            guard let block: AccessorBlockSyntax = binding.accessorBlock else {
                if isStatic {
                    check(constant: node, name, isPublic: isPublic, at: binding)
                } else {
                    requireDocumentation(node, name, at: binding)
                }
                continue
            }
            requirePublic(node.modifiers, name, isPublic, at: binding)
            requireDocumentation(node, name, at: binding)
            check(accessors: block, of: name)
        }
    }

    private mutating func check(
        constant node: VariableDeclSyntax, _ name: String, isPublic: Bool, at binding: PatternBindingSyntax
    ) {
        if node.bindingSpecifier.tokenKind == .keyword(.var) {
            add("\(name) is state that every vertical would share; make it a `static let`, or take it out", at: binding, .globalState)
        }
        requirePublic(node.modifiers, name, isPublic, at: binding)
        requireDocumentation(node, name, at: binding)
    }

    // MARK: What holds for all

    private mutating func requireDocumentation(_ node: some SyntaxProtocol, _ what: String, at place: some SyntaxProtocol) {
        if Comments(of: node).documentation.isEmpty {
            add("\(what) is not documented; write `/// …` above it", at: place, .documentation)
        }
    }

    private mutating func requirePublic(
        _ modifiers: DeclModifierListSyntax, _ what: String, _ isPublic: Bool, at place: some SyntaxProtocol
    ) {
        if isPublic || modifiers.contains(where: { $0.name.tokenKind == .keyword(.public) && $0.detail == nil }) { return }
        add("\(what) is not public; write `public` in front of it", at: place, .access)
    }
}
