private import Foundation

/// What somebody signs in with.
public struct SignInName: Hashable, Sendable {
    /// The longest name, in characters, and in bytes: a character may be made of very many.
    private static let longest: (characters: Int, bytes: Int) = (64, 256)

    /// As it was given.
    public let text: String
    /// The same for names that count as the same: composed, and in small letters.
    public let key: String

    /// - Throws: ``AuthenticationProblem/invalidName(reason:)``.
    public init(_ text: String) throws(AuthenticationProblem) {
        guard !text.isEmpty, text.utf8.count <= Self.longest.bytes, text.count <= Self.longest.characters else {
            throw .invalidName(reason: "a name has 1 to \(Self.longest.characters) characters")
        }
        guard text.unicodeScalars.allSatisfy({ !$0.isControl }) else {
            throw .invalidName(reason: "a name has no control characters")
        }
        guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
            throw .invalidName(reason: "a name does not begin or end with a space")
        }
        self.text = text
        key = text.precomposedStringWithCompatibilityMapping.lowercased()
    }
}

extension Unicode.Scalar {
    /// Whether it is no part of a text that people type: NUL and the like.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
