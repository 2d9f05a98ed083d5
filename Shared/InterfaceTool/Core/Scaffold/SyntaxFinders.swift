import SwiftSyntax

/// Text with insertions, each at a position of the text as it was.
struct Insertions {
    private var bytes: [UInt8]
    /// From the end to the beginning, so that positions hold.
    private var edits: [(range: Range<Int>, text: String)] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func insert(_ text: String, at position: AbsolutePosition) {
        edits.append((position.utf8Offset..<position.utf8Offset, text))
    }

    mutating func replace(_ range: Range<AbsolutePosition>, by text: String) {
        edits.append((range.lowerBound.utf8Offset..<range.upperBound.utf8Offset, text))
    }

    var text: String {
        var bytes: [UInt8] = bytes
        for edit: (range: Range<Int>, text: String) in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring.UTF8View {
    /// What stands behind the last line break.
    var lastLine: Substring { Substring(self[(lastIndex(of: 10).map(index(after:)) ?? startIndex)...]) }
}

/// Finds the first call of a function or a type.
final class CallFinder: SyntaxVisitor {
    private(set) var found: FunctionCallExprSyntax?
    private let name: String

    init(of name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if found == nil, node.calledExpression.trimmedDescription == name { found = node }
        return .visitChildren
    }
}

/// Finds the types that implement a protocol.
final class ImplementationFinder: SyntaxVisitor {
    struct Found {
        let isPublic: Bool
        /// The closing brace.
        let end: AbsolutePosition
    }

    private(set) var found: [Found] = []
    private let name: String

    init(of name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }

    private func note(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
        if node.inheritanceClause?.inheritedTypes.contains(where: { $0.type.trimmedDescription == name }) == true {
            found.append(
                Found(
                    isPublic: node.modifiers.contains { $0.name.text == "public" },
                    end: node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia))
        }
        return .visitChildren
    }
}
