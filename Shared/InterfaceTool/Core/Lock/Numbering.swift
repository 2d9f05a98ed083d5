/// Gives numbers to names: a name keeps the number that the lock has for it, a new one gets the next that was never used.
struct Numbering {
    struct Entry {
        let name: String
        let formerName: String?
    }

    /// By name.
    private(set) var numbers: [String: UInt32] = [:]
    /// Numbers that nobody has any more, and nobody will have again; ascending.
    private(set) var reserved: [UInt32]

    /// - Parameters:
    ///   - entries: the names as they are now, in the order in which new ones get numbers.
    ///   - locked: the names as the lock has them.
    init(_ entries: [Entry], locked: [String: UInt32], reserved: [UInt32]) {
        var free: [String: UInt32] = locked
        self.reserved = reserved
        for entry: Entry in entries { numbers[entry.name] = free.removeValue(forKey: entry.name) }
        for entry: Entry in entries where numbers[entry.name] == nil {
            if let former: String = entry.formerName { numbers[entry.name] = free.removeValue(forKey: former) }
        }
        var last: UInt32 = max(locked.values.max() ?? 0, reserved.max() ?? 0)
        for entry: Entry in entries where numbers[entry.name] == nil {
            last = Self.next(after: last)
            numbers[entry.name] = last
        }
        self.reserved = Set(reserved + free.values).sorted()
    }

    /// Leaves out 19,000 to 19,999, which protoc keeps for itself.
    private static func next(after number: UInt32) -> UInt32 {
        number + 1 == 19_000 ? 20_000 : number + 1
    }
}
