import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Reads an InOut file: one interface protocol at most, and the DTOs that it uses.
struct InterfaceParser {
    let path: String
    let converter: SourceLocationConverter
    var file: DeclaredFile
    var diagnostics: Diagnostics = Diagnostics()

    /// - Parameter path: as it is to stand in messages.
    static func parse(_ source: String, path: String) -> (file: DeclaredFile, diagnostics: Diagnostics) {
        parse(Parser.parse(source: source), path: path)
    }

    static func parse(_ tree: SourceFileSyntax, path: String) -> (file: DeclaredFile, diagnostics: Diagnostics) {
        var parser: InterfaceParser = InterfaceParser(path: path, tree: tree)
        if tree.hasError {
            parser.addSyntaxErrors(tree)
        } else {
            for item: CodeBlockItemSyntax in tree.statements { parser.readTopLevel(item) }
        }
        return (parser.file, parser.diagnostics)
    }

    private init(path: String, tree: SourceFileSyntax) {
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: tree)
        let imports: Set<String> = Set(
            tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.trimmedDescription })
        file = DeclaredFile(
            path: path, name: Self.name(of: path), importsContract: !imports.isDisjoint(with: ["ColonnadeContract", "Colonnade"]))
    }

    /// `Maps` for `Shared/MapsIO/MapsInOut.swift`.
    static func name(of path: String) -> String {
        let last: Substring = path.split(separator: "/").last ?? ""
        return String(last.dropLast(last.hasSuffix("InOut.swift") ? 11 : 0))
    }

    private mutating func addSyntaxErrors(_ tree: SourceFileSyntax) {
        for diagnostic: SwiftDiagnostics.Diagnostic in ParseDiagnosticsGenerator.diagnostics(for: tree)
        where diagnostic.diagMessage.severity == .error {
            let place: SourceLocation = diagnostic.location(converter: converter)
            diagnostics.add(
                diagnostic.message, in: path, at: SourcePosition(line: place.line, column: place.column))
        }
    }

    private mutating func readTopLevel(_ item: CodeBlockItemSyntax) {
        switch item.item {
        case .decl(let declaration): readTopLevel(declaration)
        default: add("code does not belong in an interface; keep to a protocol, structs and enums", at: item)
        }
    }

    private mutating func readTopLevel(_ declaration: DeclSyntax) {
        if let node: ProtocolDeclSyntax = declaration.as(ProtocolDeclSyntax.self) {
            readInterface(node)
        } else if let node: ExtensionDeclSyntax = declaration.as(ExtensionDeclSyntax.self) {
            readExtension(node)
        } else if declaration.is(IfConfigDeclSyntax.self) {
            add("an interface is the same everywhere; take the #if out", at: declaration)
        } else {
            readType(declaration, inside: nil)
        }
    }

    /// An extension may say that a DTO conforms to something, and no more.
    private mutating func readExtension(_ node: ExtensionDeclSyntax) {
        let name: String = node.extendedType.trimmedDescription
        file.conformances[name, default: []].formUnion(conformances(node.inheritanceClause))
        for member: MemberBlockItemSyntax in node.memberBlock.members
        where member.decl.is(StructDeclSyntax.self) || member.decl.is(EnumDeclSyntax.self) {
            add("declare this type inside the braces of \(name), not in an extension", at: member.decl)
        }
    }

    // MARK: What the parts share

    func position(_ node: some SyntaxProtocol) -> SourcePosition {
        let place: SourceLocation = node.startLocation(converter: converter)
        return SourcePosition(line: place.line, column: place.column)
    }

    mutating func add(_ message: String, at node: some SyntaxProtocol, _ rule: LintRule = .form) {
        diagnostics.add(message, in: path, at: position(node), rule: rule.rawValue)
    }

    func conformances(_ clause: InheritanceClauseSyntax?) -> Set<String> {
        Set(clause?.inheritedTypes.map { $0.type.trimmedDescription } ?? [])
    }

    /// Reports what everyone outside needs and is not public.
    mutating func requirePublic(_ modifiers: DeclModifierListSyntax, _ what: String, at node: some SyntaxProtocol) {
        if modifiers.contains(where: { $0.name.tokenKind == .keyword(.public) && $0.detail == nil }) { return }
        add("\(what) is not public; write `public` in front of it", at: node, .access)
    }
}

extension TokenSyntax {
    /// The name, without backticks.
    var plainName: String { text.filter { $0 != "`" } }
}
