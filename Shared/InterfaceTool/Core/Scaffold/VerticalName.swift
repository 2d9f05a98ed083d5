/// The name of a vertical, as `ClinicalRecords`.
struct VerticalName: Hashable, Sendable {
    /// What a vertical's own modules end with.
    static let layers: [String] = ["Domain", "Data", "DataDomainInterface", "Presentation", "IO", "Tests"]
    private static let longest: Int = 32
    /// What the new modules, or members of a world, could not be told apart from.
    private static let taken: Set<String> = [
        "Any", "Array", "Bool", "Bundle", "Chance", "Clock", "Colonnade", "Crypto", "Current", "Data", "Date", "Dictionary", "Dispatch",
        "Double", "Duration", "Echo", "Error", "Foundation", "Glibc", "Identifiers", "Ids", "Int", "Interface", "Launcher", "Locale",
        "Logging", "Main", "Maybe", "Motherboard", "Never", "Optional", "Package", "Platform", "Protocol", "Refusal", "Result", "Self",
        "Service", "Set", "String", "Supervisor", "Swift", "Synchronization", "Task", "Test", "Testing", "Tests", "Type", "Vertical",
        "Void", "World", "Yams",
    ]
    /// Folders and files of the repository say what is in them; these words do not.
    private static let saysNothing: [String] = ["Util", "Helper", "Extras", "Common", "Manager", "Misc"]

    let text: String

    init(_ text: String) throws(ScaffoldError) {
        guard !text.isEmpty, text.count <= Self.longest, text.wholeMatch(of: /([A-Z][a-z0-9]+)+/) != nil else {
            throw ScaffoldError(
                "\"\(text)\" can't be the name of a vertical; write words with capitals and without signs, at most \(Self.longest) letters, "
                    + "such as Notifications or ClinicalRecords (Http, not HTTP)")
        }
        guard !Self.taken.contains(text), !text.hasPrefix("Colonnade") else {
            throw ScaffoldError("\(text) is the name of a module or a type that verticals use; choose another name")
        }
        if let word: String = Self.saysNothing.first(where: text.contains) {
            throw ScaffoldError("\"\(word)\" does not say what the vertical does; choose another name")
        }
        if let layer: String = Self.layers.first(where: text.hasSuffix) {
            throw ScaffoldError("\(text) could be taken for the \(layer) layer of another vertical; choose another name")
        }
        self.text = text
    }

    /// `clinical-records`: on command lines, in launcher files, and of the daemon.
    var kebab: String {
        text.reduce(into: "") { name, letter in
            if letter.isUppercase, !name.isEmpty { name += "-" }
            name += letter.lowercased()
        }
    }

    /// `clinicalRecords`: in the service map and in the world.
    var entrance: String { text.prefix(1).lowercased() + text.dropFirst() }

    var interfaceFolder: String { "Shared/IOInterface/\(text)IO" }

    var folder: String { "Services/\(text)" }

    var testsFolder: String { "Tests/\(text)Tests" }
}

/// The name of a board, as `searchPlaces`.
struct BoardName: Hashable, Sendable {
    private static let longest: Int = 32
    private static let reserved: Set<String> = [
        "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal",
        "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "attempt", "activate",
    ]

    let text: String

    init(_ text: String) throws(ScaffoldError) {
        guard !text.isEmpty, text.count <= Self.longest, text.wholeMatch(of: /[a-z][a-zA-Z0-9]*/) != nil else {
            throw ScaffoldError(
                "\"\(text)\" can't be the name of a board; write what somebody does with it, with a small letter first and without signs, "
                    + "at most \(Self.longest) letters, such as deliver or searchPlaces")
        }
        guard !Self.reserved.contains(text) else {
            throw ScaffoldError("\"\(text)\" is a word of Swift; choose another name for the board")
        }
        self.text = text
    }

    /// `SearchPlaces`.
    var type: String { text.prefix(1).uppercased() + text.dropFirst() }
}
