public import ColonnadeContract

/// Keeps entries; changed so that nobody else can go on.
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
    /// Who asks.
    public let reader: String

    /// The entry of a number, for a reader.
    public init(number: Int, reader: String) {
        self.number = number
        self.reader = reader
    }
}

/// What was written.
public struct Entry: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// What it says, in cents.
    public let text: Int

    /// A number and what it says.
    public init(number: Int, text: Int) {
        self.number = number
        self.text = text
    }
}

/// Why there is no entry.
public enum LedgerRefusal: Refusal, Hashable {
    /// Nothing was written under that number.
    case unknownEntry(number: Int)
    /// Nobody may read now.
    case locked
}
