import SwiftSyntax

/// The comments of one declaration: those above it, and the one behind it on its last line.
struct Comments {
    /// The documentation, without slashes.
    let documentation: String
    /// What `// was: oldName` says.
    let formerName: String?
    /// What `// interface: alias`, `// interface: empty` or `// interface: new` says.
    let mark: String?

    init(of node: some SyntaxProtocol) {
        let above: [TriviaPiece] = Self.above(node)
        let behind: [TriviaPiece] = Self.behind(node)
        documentation = Self.documentation(above)
        let lines: [String] = (above + behind).compactMap(Self.plainComment)
        formerName = lines.compactMap { Self.value(of: "was:", in: $0) }.last
        mark = lines.compactMap { Self.value(of: "interface:", in: $0) }.last
    }

    /// What stands between the line before, or a blank line, and the declaration.
    private static func above(_ node: some SyntaxProtocol) -> [TriviaPiece] {
        var pieces: [TriviaPiece] = []
        var newlines: Int = 0
        let isFirst: Bool = node.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate) == nil
        var isOnPreviousLine: Bool = !isFirst && node.leadingTrivia.pieces.contains(where: \.isNewline)
        for piece: TriviaPiece in node.leadingTrivia.pieces {
            if let count: Int = newlineCount(piece) {
                newlines += count
                if isOnPreviousLine || newlines > 1 { pieces.removeAll() }
                isOnPreviousLine = false
            } else if !piece.isWhitespace {
                newlines = 0
                pieces.append(piece)
            }
        }
        return pieces
    }

    private static func newlineCount(_ piece: TriviaPiece) -> Int? {
        switch piece {
        case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count): count
        default: nil
        }
    }

    private static func behind(_ node: some SyntaxProtocol) -> [TriviaPiece] {
        var pieces: [TriviaPiece] = Array(node.trailingTrivia.pieces)
        var next: TokenSyntax? = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        while let token: TokenSyntax = next {
            pieces += token.leadingTrivia.pieces.prefix { !$0.isNewline }
            guard token.tokenKind == .comma, !token.leadingTrivia.pieces.contains(where: \.isNewline) else { break }
            pieces += token.trailingTrivia.pieces
            next = token.nextToken(viewMode: .sourceAccurate)
        }
        return pieces
    }

    private static func documentation(_ pieces: [TriviaPiece]) -> String {
        pieces.compactMap { piece -> String? in
            switch piece {
            case .docLineComment(let text): withoutFirstSpace(text.dropFirst(3))
            case .docBlockComment(let text): block(text)
            default: nil
            }
        }.joined(separator: "\n")
    }

    private static func block(_ text: String) -> String {
        text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let trimmed: Substring = line.drop { $0 == " " || $0 == "\t" }
            return withoutFirstSpace(trimmed.hasPrefix("*") ? trimmed.dropFirst() : trimmed)
        }.drop(while: \.isEmpty).joined(separator: "\n").trimmingTrailingSpace()
    }

    private static func withoutFirstSpace(_ text: Substring) -> String {
        String(text.hasPrefix(" ") ? text.dropFirst() : text).trimmingTrailingSpace()
    }

    private static func plainComment(_ piece: TriviaPiece) -> String? {
        if case .lineComment(let text) = piece { return String(text.dropFirst(2)) }
        return nil
    }

    private static func value(of word: String, in comment: String) -> String? {
        let text: Substring = comment.drop { $0 == " " }
        guard text.hasPrefix(word) else { return nil }
        let value: Substring? = text.dropFirst(word.count).split(separator: " ").first
        return value.map { String($0.filter { $0 != "`" }) }
    }
}

extension String {
    func trimmingTrailingSpace() -> String {
        var text: Substring = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
