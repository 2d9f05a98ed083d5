/// The two forms of a name: `ClinicalRecords` in Swift, `clinical-records` in files and on the command line.
public enum NameForms {
    /// Longer names, in bytes, belong to nothing, and stay as they are: a caller's name of a megabyte costs nothing.
    private static let longest: Int = 255

    /// `ClinicalRecords` and `clinicalRecords` as `clinical-records`; what is in that form stays.
    public static func kebab(_ name: String) -> String {
        guard name.utf8.count <= longest else { return name }
        var text: String = ""
        for letter: Character in name {
            if letter.isUppercase, !text.isEmpty, !text.hasSuffix("-") { text += "-" }
            text += letter.lowercased()
        }
        return text
    }

    /// `search-places` as `searchPlaces`; what is in that form stays.
    public static func camel(_ name: String) -> String {
        guard name.utf8.count <= longest else { return name }
        let parts: [Substring] = name.split(separator: "-")
        guard let first: Substring = parts.first else { return name }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
