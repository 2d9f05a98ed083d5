import ColonnadeContract

/// The members of a struct, an enum or a case, before and after, by their numbers.
struct MemberPairing {
    struct Member: Hashable {
        /// A case's values are called `moved.from`.
        let name: String
        let number: UInt32
        /// The type of a field, the types of a case's values.
        let text: String
        let isCase: Bool

        var isRequired: Bool { !isCase && ColonnadeContract.TypeExpression(parsing: text)?.isRequired ?? true }

        /// Behind its name in a message.
        var kind: String { isCase ? "" : ": \(text)" }
    }

    let oldType: String
    let type: String
    /// Numbers that were given up before.
    let reserved: [UInt32]
    private let before: [UInt32: Member]
    private let after: [UInt32: Member]

    static func of(_ old: TypeDescriptor, _ new: TypeDescriptor) -> [MemberPairing] {
        guard let before: [CaseDescriptor] = old.cases, let after: [CaseDescriptor] = new.cases else {
            return [MemberPairing((old, new), old.reserved, members(old.fields), members(new.fields))]
        }
        let cases: MemberPairing = MemberPairing((old, new), old.reserved, before.map(member), after.map(member))
        return [cases]
            + after.compactMap { item in
                guard let former: CaseDescriptor = before.first(where: { $0.number == item.number }) else { return nil }
                return MemberPairing(
                    (old, new), former.reserved, members(former.values, prefix: former.name + "."),
                    members(item.values, prefix: item.name + "."))
            }
    }

    private init(_ types: (old: TypeDescriptor, new: TypeDescriptor), _ reserved: [UInt32], _ before: [Member], _ after: [Member]) {
        oldType = types.old.name
        type = types.new.name
        self.reserved = reserved
        self.before = Dictionary(before.map { ($0.number, $0) }) { first, _ in first }
        self.after = Dictionary(after.map { ($0.number, $0) }) { first, _ in first }
    }

    /// Those with one number in both.
    var kept: [(old: Member, new: Member)] {
        after.values.sorted { $0.number < $1.number }.compactMap { member in before[member.number].map { ($0, member) } }
    }

    var added: [Member] { after.values.filter { before[$0.number] == nil }.sorted { $0.number < $1.number } }

    var removed: [Member] { before.values.filter { after[$0.number] == nil }.sorted { $0.number < $1.number } }

    /// Removed and added ones of one type, which may be one that was renamed.
    var alike: [(old: Member, new: Member)] {
        var free: [Member] = added
        return removed.compactMap { member in
            guard let position: Int = free.firstIndex(where: { $0.text == member.text && $0.isCase == member.isCase }) else { return nil }
            return (member, free.remove(at: position))
        }
    }

    private static func members(_ fields: [FieldDescriptor], prefix: String = "") -> [Member] {
        fields.map { Member(name: prefix + $0.name, number: $0.number, text: $0.type, isCase: false) }
    }

    /// A case's values are compared by themselves; here they only tell cases apart.
    private static func member(_ item: CaseDescriptor) -> Member {
        Member(name: item.name, number: item.number, text: item.values.map(\.type).joined(separator: ", "), isCase: true)
    }
}
