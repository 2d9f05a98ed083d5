/// The two forms of a vertical's name: `ClinicalRecords` in Swift, `clinical-records` in files and on the command line.
enum VerticalName {
    /// `ClinicalRecords` as `clinical-records`.
    static func kebab(_ name: String) -> String {
        var text: String = ""
        for letter: Character in name {
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
        return text
    }
}
