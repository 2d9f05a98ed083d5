import ColonnadeWorld

/// Tokens whose signatures were checked, so that the next call with the same token is not paid for again.
///
/// Two generations of at most `limit` tokens each: a token that is used moves to the young one, and once that is full it becomes
/// the old one, whose tokens are forgotten.
struct VerifiedTokens {
    struct Entry {
        let key: UInt64
        let session: UserSession
    }

    private let limit: Int
    private var young: [String: Entry] = [:]
    private var old: [String: Entry] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    mutating func entry(of token: String) -> Entry? {
        if let entry: Entry = young[token] { return entry }
        guard let entry: Entry = old[token] else { return nil }
        keep(entry, of: token)
        return entry
    }

    mutating func keep(_ entry: Entry, of token: String) {
        if young.count >= limit {
            old = young
            young = [:]
        }
        young[token] = entry
    }

    mutating func forget(_ token: String) {
        young[token] = nil
        old[token] = nil
    }
}
