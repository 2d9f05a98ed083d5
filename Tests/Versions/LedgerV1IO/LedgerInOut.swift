public import ColonnadeContract

/// Keeps entries; as they were first.
public protocol LedgerInterface: Interface where Refused == LedgerRefusal {
    /// The entry of a number.
    func entry(_ input: EntryRequest) async throws(Failure) -> Entry
}

/// Which entry.
public struct EntryRequest: Idempotent, Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int

    /// The entry of a number.
    public init(number: Int) {
        self.number = number
    }
}

/// What was written.
public struct Entry: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// What it says.
    public let text: String

    /// A number and what it says.
    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}

/// Why there is no entry.
public enum LedgerRefusal: Refusal, Hashable {
    /// Nothing was written under that number.
    case unknownEntry(number: Int)
}
