/// The two forms of a name: `ClinicalRecords` in Swift, `clinical-records` in files and on the command line.
public enum NameForms {
    /// `ClinicalRecords` and `clinicalRecords` as `clinical-records`; what is in that form stays.
    public static func kebab(_ name: String) -> String {
        var text: String = ""
        for letter: Character in name {
            if letter.isUppercase, !text.isEmpty, !text.hasSuffix("-") { text += "-" }
            text += letter.lowercased()
        }
        return text
    }

    /// `search-places` as `searchPlaces`; what is in that form stays.
    public static func camel(_ name: String) -> String {
        let parts: [Substring] = name.split(separator: "-")
        guard let first: Substring = parts.first else { return name }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
