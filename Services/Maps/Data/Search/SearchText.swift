import Foundation

/// Text brought into the form in which places are compared: words of letters and digits, without case and accents.
///
/// Stored text and queries go through the same steps, so neither the database's tokenizer nor its collation decides.
package struct SearchText: Hashable, Sendable {
    private static let sameWords: [String: String] = ["st": "saint", "saint": "st"]
    /// Letters that Unicode does not take apart into a base letter and an accent.
    private static let wholeLetters: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]
    /// Apostrophes go without leaving a gap, so that "Anne's" and "Annes" are one word.
    private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`"]

    package let words: [String]

    package init(_ text: String) {
        // By scalars: a character may begin with a letter and have anything behind it, a quotation mark too.
        words = Self.fold(text).unicodeScalars
            .split { !Self.isOfWord($0) }
            .map { String(String.UnicodeScalarView($0)) }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        // Vowel signs and accents that folding leaves.
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// The words for the index: "St" also counts as "Saint" there, and the other way round.
    package var indexed: [String] {
        words.flatMap { word in Self.sameWords[word].map { [word, $0] } ?? [word] }
    }

    private static func fold(_ text: String) -> String {
        let plain: String = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return plain.lowercased().reduce(into: "") { folded, letter in
            if let spelled: String = wholeLetters[letter] {
                folded += spelled
            } else if !apostrophes.contains(letter) {
                folded.append(letter)
            }
        }
    }
}
