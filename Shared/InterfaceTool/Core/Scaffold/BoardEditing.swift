import SwiftParser
import SwiftSyntax

/// What a new board changes in the files that are there. Text is inserted where the syntax says; nothing else moves.
struct BoardEditing {
    let name: VerticalName
    let board: BoardName

    private var method: String { "\(board.text)(_ input: \(board.type)Request) async throws(Failure) -> \(board.type)Answer" }

    /// The requirement at the end of the protocol, and its types behind it.
    func interface(_ text: String, path: String) throws(ScaffoldError) -> String {
        let file: SourceFileSyntax = Parser.parse(source: text)
        let protocols: [ProtocolDeclSyntax] = file.statements.compactMap { $0.item.as(ProtocolDeclSyntax.self) }
        guard let declared: ProtocolDeclSyntax = protocols.first(where: { $0.name.text == "\(name.text)Interface" }) else {
            throw ScaffoldError("there is no protocol \(name.text)Interface in it", in: path)
        }
        let requirements: [String] = declared.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self)?.name.text }
        guard !requirements.contains(board.text) else {
            throw ScaffoldError("there is a board \(board.text) already; choose another name", in: path)
        }
        for type: String in ["\(board.type)Request", "\(board.type)Answer"] where text.contains("\(type)") {
            throw ScaffoldError("the name \(type) is taken; choose another name for the board", in: path)
        }
        var text: Insertions = Insertions(text)
        text.insert(
            "\n    /// Answers a text.\n    func \(method)\n", at: declared.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia)
        let types: String = Template.boardTypes.file(for: name, board: board).text
        text.insert(String(types.dropLast()), at: declared.memberBlock.endPositionBeforeTrailingTrivia)
        return text.text
    }

    /// A property, a parameter that sets it, and the requirement.
    func vertical(_ source: String, path: String) throws(ScaffoldError) -> String {
        guard let declared: StructDeclSyntax = Self.structure("\(name.text)Vertical", in: source),
            let maker: InitializerDeclSyntax = Self.members(InitializerDeclSyntax.self, of: declared).first,
            let body: CodeBlockSyntax = maker.body,
            let last: VariableDeclSyntax = Self.members(VariableDeclSyntax.self, of: declared).last(where: {
                $0.endPosition <= maker.position
            })
        else { throw ScaffoldError("\(name.text)Vertical has no board and no initializer to go by; add the board by hand", in: path) }
        var text: Insertions = Insertions(source)
        text.insert("\n    private let \(board.text)Board: \(board.type)Board", at: last.endPositionBeforeTrailingTrivia)
        let parameters: FunctionParameterClauseSyntax = maker.signature.parameterClause
        let all: [String] =
            parameters.parameters.map { $0.with(\.trailingComma, nil).trimmedDescription } + ["\(board.text): \(board.type)Board"]
        text.replace(
            parameters.positionAfterSkippingLeadingTrivia..<parameters.endPositionBeforeTrailingTrivia,
            by: Self.parameters(all, after: "    public init", before: " {"))
        text.insert("    \(board.text)Board = \(board.text)\n    ", at: body.rightBrace.positionAfterSkippingLeadingTrivia)
        text.insert(
            "\n    public func \(method) {\n        try await attempt { try await \(board.text)Board.activate(with: input) }\n    }\n",
            at: declared.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia)
        return text.text
    }

    /// The use case, over what answers.
    func domainContainer(_ source: String, path: String) throws(ScaffoldError) -> String {
        guard let declared: StructDeclSyntax = Self.structure("\(name.text)DomainLayerContainer", in: source) else {
            throw ScaffoldError("there is no struct \(name.text)DomainLayerContainer in it", in: path)
        }
        var text: Insertions = Insertions(source)
        text.insert(
            "\n    var \(board.text)ByText: \(board.type)UseCase { \(board.type)UseCase(answering: \(board.type)Answers()) }\n",
            at: declared.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia)
        return text.text
    }

    /// The board, handed to the vertical: behind the others.
    func container(_ source: String, path: String) throws(ScaffoldError) -> String {
        let finder: CallFinder = CallFinder(of: "\(name.text)Vertical")
        finder.walk(Parser.parse(source: source))
        guard let call: FunctionCallExprSyntax = finder.found, let last: LabeledExprSyntax = call.arguments.last,
            call.arguments.contains(where: { $0.expression.trimmedDescription.contains("domain.") })
        else {
            throw ScaffoldError(
                "\(name.text)Vertical is not made of use cases of \"domain\" here; add \(board.type)Board(useCase:) by hand", in: path)
        }
        let before: Substring = Substring(source.utf8.prefix(last.positionAfterSkippingLeadingTrivia.utf8Offset)).utf8.lastLine
        let indentation: String = before.allSatisfy { $0 == " " } ? String(before) : "            "
        var text: Insertions = Insertions(source)
        text.insert(
            ",\n\(indentation)\(board.text): \(board.type)Board(useCase: domain.\(board.text)ByText)",
            at: last.endPositionBeforeTrailingTrivia)
        return text.text
    }

    /// What else implements the interface answers that it does not do this.
    func fakes(_ source: String) -> String {
        var text: Insertions = Insertions(source)
        for declared: ImplementationFinder.Found in Self.implementations(of: name, in: source) {
            let access: String = declared.isPublic ? "public " : ""
            let fault: String = ".failed(Fault(.unimplemented, \"\(board.text) is not in this test\", outcome: .done))"
            text.insert("\n    \(access)func \(method) {\n        throw \(fault)\n    }\n", at: declared.end)
        }
        return text.text
    }

    static func implementations(of name: VerticalName, in source: String) -> [ImplementationFinder.Found] {
        let finder: ImplementationFinder = ImplementationFinder(of: "\(name.text)Interface")
        finder.walk(Parser.parse(source: source))
        return finder.found
    }

    private static func structure(_ name: String, in source: String) -> StructDeclSyntax? {
        Parser.parse(source: source).statements.lazy.compactMap { $0.item.as(StructDeclSyntax.self) }.first { $0.name.text == name }
    }

    private static func members<Member: DeclSyntaxProtocol>(_: Member.Type, of declared: StructDeclSyntax) -> [Member] {
        declared.memberBlock.members.compactMap { $0.decl.as(Member.self) }
    }

    /// On one line where they fit, or else on as few as they need.
    private static func parameters(_ all: [String], after start: String, before end: String) -> String {
        let line: String = "(\(all.joined(separator: ", ")))"
        guard start.count + line.count + end.count > 140 else { return line }
        let lines: [String] = all.reduce(into: []) { lines, parameter in
            if let last: String = lines.last, last.count + parameter.count + 3 <= 132 {
                lines[lines.count - 1] = "\(last), \(parameter)"
            } else {
                lines.append(parameter)
            }
        }
        return "(\n        \(lines.joined(separator: ",\n        "))\n    )"
    }
}
