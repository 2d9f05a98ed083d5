/// The two forms of a name: `ClinicalRecords` in Swift, `clinical-records` in files and on the command line.
public enum NameForms {
    /// Longer names, in bytes, belong to nothing.
    private static let longest: Int = 255

    /// The name, or as much of a longer one as can be shown. Cut by bytes: a letter may have a hundred thousand accents, and to compare
    /// such a name takes milliseconds.
    public static func shortened(_ name: String) -> String {
        name.utf8.count <= longest ? name : String(decoding: name.utf8.prefix(longest), as: UTF8.self)
    }

    /// `ClinicalRecords` and `clinicalRecords` as `clinical-records`; what is in that form stays.
    public static func kebab(_ name: String) -> String {
        guard name.utf8.count <= longest else { return shortened(name) }
        var text: String = ""
        for letter: Character in name {
            if letter.isUppercase, !text.isEmpty, !text.hasSuffix("-") { text += "-" }
            text += letter.lowercased()
        }
        return text
    }

    /// `search-places` as `searchPlaces`; what is in that form stays.
    public static func camel(_ name: String) -> String {
        guard name.utf8.count <= longest else { return shortened(name) }
        let parts: [Substring] = name.split(separator: "-")
        guard let first: Substring = parts.first else { return name }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
