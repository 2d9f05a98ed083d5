public import ColonnadeContract

/// Keeps entries; with more than at first.
public protocol LedgerInterface: Interface where Refused == LedgerRefusal {
    /// The entry of a number.
    func entry(_ input: EntryRequest) async throws(Failure) -> Entry

    /// How many there are.
    func count() async throws(Failure) -> Int
}

/// Which entry.
public struct EntryRequest: Idempotent, Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// In which language, where there are several.
    public let language: String?

    /// The entry of a number, in a language.
    public init(number: Int, language: String? = nil) {
        self.number = number
        self.language = language
    }
}

/// What was written.
public struct Entry: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// What it says.
    public let text: String
    /// What somebody remarked on it.
    public let remark: String?

    /// A number, what it says, and a remark.
    public init(number: Int, text: String, remark: String? = nil) {
        self.number = number
        self.text = text
        self.remark = remark
    }
}

/// Why there is no entry.
public enum LedgerRefusal: Refusal, Hashable {
    /// Nothing was written under that number.
    case unknownEntry(number: Int)
    /// Nobody may read now.
    case locked
}
