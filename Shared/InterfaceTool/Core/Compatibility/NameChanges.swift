import ColonnadeContract

/// Finds the changes that two contracts show member by member: what was renamed, and what breaks nobody.
struct NameChanges {
    /// What was told already.
    var covered: Set<ChangeKey> = []
    private(set) var changes: [ContractChange] = []
    private let old: ContractDescriptor
    private let new: ContractDescriptor
    private let index: DeclarationIndex
    private let types: [(old: TypeDescriptor, new: TypeDescriptor)]

    init(old: ContractDescriptor, new: ContractDescriptor, index: DeclarationIndex) {
        self.old = old
        self.new = new
        self.index = index
        types = new.types.compactMap { type in
            let name: String = old.types.contains { $0.name == type.name } ? type.name : index.formerName(ofType: type.name) ?? type.name
            return old.types.first { $0.name == name }.map { ($0, type) }
        }
    }

    // MARK: Numbers and names that were lost

    /// A number that stands for something else, and a rename without its comment.
    mutating func findLost() {
        findLostBoards()
        for pair: MemberPairing in pairings {
            for (before, after): (MemberPairing.Member, MemberPairing.Member) in pair.kept where before.name != after.name {
                guard let note: DeclarationIndex.Note = index.note(after.name, of: pair.type), note.formerName == nil else { continue }
                add(
                    .numberReused, pair, before, after,
                    "\(pair.type).\(after.name) has the number \(after.number) of \(before.name), and no comment says that it is the same")
            }
            for after: MemberPairing.Member in pair.added where pair.reserved.contains(after.number) {
                add(.numberReused, pair, nil, after, "\(pair.type).\(after.name) has the number \(after.number) of one that was removed")
            }
            for (before, after): (MemberPairing.Member, MemberPairing.Member) in pair.alike
            where index.note(after.name, of: pair.type)?.isNew != true {
                add(
                    .renamedWithoutComment, pair, before, after,
                    "\(pair.oldType).\(before.name) is gone and \(pair.type).\(after.name), of the same type, is new",
                    advice: "write `// was: \(before.name.split(separator: ".").last ?? "")` behind it if it is the same, "
                        + "`// interface: new` if it is another one")
            }
        }
    }

    private mutating func findLostBoards() {
        let removed: [BoardDescriptor] = old.boards.filter { new.counterpart(of: $0) == nil }
        var added: [BoardDescriptor] = new.boards.filter { old.counterpart(of: $0) == nil }
        for before: BoardDescriptor in removed {
            if let after: BoardDescriptor = added.first(where: { $0.number == before.number }) {
                add(board: .numberReused, before, after, "\(new.name).\(after.name) has the number \(before.number) of \(before.name)")
            } else if let after: BoardDescriptor = added.first(where: { $0.hasForm(of: before) }) {
                add(
                    board: .renamedWithoutComment, before, after,
                    "\(new.name).\(before.name) is gone and \(after.name), of the same form, is new",
                    advice: "write `// was: \(before.name)` behind it if it is the same, and keep \(before.name) if it is not")
                added.removeAll { $0.name == after.name }
            }
        }
        for after: BoardDescriptor in new.boards where old.reserved.contains(after.number) {
            add(
                board: .numberReused, after, after, "\(new.name).\(after.name) has the number \(after.number) of a board that was removed")
        }
    }

    // MARK: What breaks nobody

    mutating func findHarmless() {
        findHarmlessBoards()
        for type: TypeDescriptor in new.types where !types.contains(where: { $0.new.name == type.name }) {
            add(nil, index.member(nil, of: type.name), "\(type.isEnum ? "enum" : "struct") \(type.name) is new")
        }
        for type: TypeDescriptor in old.types where !types.contains(where: { $0.old.name == type.name }) {
            add(nil, index.interface, "\(type.isEnum ? "enum" : "struct") \(type.name) is gone")
        }
        for (before, after): (TypeDescriptor, TypeDescriptor) in types {
            if before.name != after.name {
                add(.fieldRenamed, index.member(nil, of: after.name), "\(before.name) is called \(after.name) now")
            }
            findOpening(before, after)
        }
        for pair: MemberPairing in pairings { findHarmless(pair) }
    }

    private mutating func findHarmlessBoards() {
        for after: BoardDescriptor in new.boards {
            guard let before: BoardDescriptor = old.counterpart(of: after), before.name != after.name else { continue }
            add(.boardRenamed, index.board(after.name), "\(new.name).\(before.name) is called \(after.name) now")
        }
        if old.refusal == nil, let name: String = new.refusal {
            add(.refusalAdded, index.member(nil, of: name), "\(new.name) refuses with \(name) now")
        } else if new.refusal == nil, let name: String = old.refusal {
            add(.refusalRemoved, index.interface, "\(new.name) does not refuse with \(name) any more")
        }
    }

    private mutating func findOpening(_ before: TypeDescriptor, _ after: TypeDescriptor) {
        guard before.isEnum, after.isEnum, before.open != after.open else { return }
        let place: DeclarationIndex.Place = index.member(nil, of: after.name)
        if after.open {
            add(.unknownCaseAdded, place, "\(after.name) takes unknown cases now")
        } else if new.outputs.trimmed().types.contains(where: { $0.name == after.name }) {
            add(.unknownCaseRemoved, place, "\(after.name) has lost `case unknown(Unrecognized)`")
        } else {
            add(nil, place, "\(after.name) takes unknown cases no more; it is in no Output")
        }
    }

    private mutating func findHarmless(_ pair: MemberPairing) {
        // The whole type was told of.
        if covered.contains(.new(pair.type, nil)) { return }
        for (before, after): (MemberPairing.Member, MemberPairing.Member) in pair.kept where !isCovered(pair, before, after) {
            let place: DeclarationIndex.Place = index.member(after.name, of: pair.type)
            if before.name != after.name { add(.fieldRenamed, place, "\(pair.type).\(before.name) is called \(after.name) now") }
            if before.text != after.text, !after.isCase {
                add(nil, place, "\(pair.type).\(after.name) is \(after.text), was \(before.text); either end reads both")
            }
        }
        for after: MemberPairing.Member in pair.added where !isCovered(pair, nil, after) {
            let rule: CompatibilityRule? = after.isCase ? .openCaseAdded : after.isRequired ? nil : .optionalFieldAdded
            add(rule, index.member(after.name, of: pair.type), "\(pair.type).\(after.name)\(after.kind) is new")
        }
        for before: MemberPairing.Member in pair.removed where !isCovered(pair, before, nil) {
            let rule: CompatibilityRule? = before.isCase ? .openCaseRemoved : before.isRequired ? nil : .optionalFieldRemoved
            add(rule, index.member(nil, of: pair.type), "\(pair.oldType).\(before.name)\(before.kind) is gone")
        }
    }

    // MARK: Parts

    private var pairings: [MemberPairing] { types.flatMap { MemberPairing.of($0.old, $0.new) } }

    private func isCovered(_ pair: MemberPairing, _ before: MemberPairing.Member?, _ after: MemberPairing.Member?) -> Bool {
        let keys: [ChangeKey?] = [before.map { .old(pair.oldType, $0.name) }, after.map { .new(pair.type, $0.name) }]
        return !covered.isDisjoint(with: keys.compactMap { $0 })
    }

    private mutating func add(_ rule: CompatibilityRule?, _ place: DeclarationIndex.Place, _ message: String) {
        changes.append(ContractChange(new.name, place, rule, message))
    }

    private mutating func add(
        _ rule: CompatibilityRule, _ pair: MemberPairing, _ before: MemberPairing.Member?, _ after: MemberPairing.Member,
        _ message: String, advice: String? = nil
    ) {
        if let before { covered.insert(.old(pair.oldType, before.name)) }
        covered.insert(.new(pair.type, after.name))
        changes.append(ContractChange(new.name, index.member(after.name, of: pair.type), rule, message, advice: advice))
    }

    private mutating func add(
        board rule: CompatibilityRule, _ before: BoardDescriptor, _ after: BoardDescriptor, _ message: String, advice: String? = nil
    ) {
        covered.formUnion([.board(before.name, path: ""), .board(after.name, path: "")])
        changes.append(ContractChange(new.name, index.board(after.name), rule, message, advice: advice))
    }
}

extension BoardDescriptor {
    fileprivate func hasForm(of other: BoardDescriptor) -> Bool {
        (input, output, command, many) == (other.input, other.output, other.command, other.many)
    }
}

extension ContractDescriptor {
    /// The contract as if nothing but outputs were sent.
    fileprivate var outputs: ContractDescriptor {
        ContractDescriptor(
            name: name, fingerprint: fingerprint,
            boards: boards.map { BoardDescriptor(name: $0.name, number: $0.number, input: "Void", output: $0.output) }, types: types)
    }
}
