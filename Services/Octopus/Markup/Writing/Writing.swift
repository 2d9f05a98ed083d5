/// How one person reads: the language, time zone and direction in which texts are written for them.
public struct Writing: Hashable, Sendable {
    /// A BCP 47 tag: `de-CH`. The shell's own words are there in English, German and Arabic, and English for all others.
    public let language: String
    /// The person's time zone, by its IANA name. UTC where there is no such zone.
    public let timeZone: String
    /// Where lines begin.
    public let direction: WritingDirection
    /// The texts of screens in the person's language, by ``ColonnadeSystemIO/ScreenText/key``.
    public let translations: [String: String]

    /// - Parameter direction: nil for the one that the language has.
    public init(language: String, timeZone: String = "UTC", direction: WritingDirection? = nil, translations: [String: String] = [:]) {
        let tag: String = Self.isTag(language) ? language : "en"
        self.language = tag
        self.timeZone = timeZone
        self.direction = direction ?? WritingDirection(language: tag)
        self.translations = translations
    }

    /// The primary subtag: `de` of `de-CH`.
    var primary: String { String(language.prefix { $0 != "-" }).lowercased() }

    /// Letters, digits and hyphens, as BCP 47 has them; 35 bytes hold every tag that is in use.
    private static func isTag(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0)) }
    }
}

/// Where lines begin.
public enum WritingDirection: String, Hashable, Sendable {
    /// On the left, as in English.
    case leftToRight = "ltr"
    /// On the right, as in Arabic.
    case rightToLeft = "rtl"

    /// The direction in which a language is written, by its BCP 47 tag.
    public init(language: String) {
        let primary: String = String(language.prefix { $0 != "-" }).lowercased()
        self =
            ["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr", "ug", "ur", "yi"].contains(primary)
            ? .rightToLeft : .leftToRight
    }
}
