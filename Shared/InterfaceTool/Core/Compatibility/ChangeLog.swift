import ColonnadeContract

/// Every change between two contracts of one interface.
struct ChangeLog {
    /// By file and place.
    let changes: [ContractChange]

    init(old: ContractDescriptor, new: ContractDescriptor, index: DeclarationIndex) {
        var names: NameChanges = NameChanges(old: old, new: new, index: index)
        names.findLost()
        var covered: Set<ChangeKey> = names.covered
        var changes: [ContractChange] = names.changes
        for run: CompatibilityRun in CompatibilityRun.both(old: old, new: new) {
            let told: [Incompatibility] = run.incompatibilities.filter { covered.isDisjoint(with: run.keys($0)) }
            covered.formUnion(told.flatMap(run.keys))
            changes += Self.changes(told, run, index)
        }
        names.covered = covered
        names.findHarmless()
        changes += names.changes.filter { !changes.contains($0) }
        var seen: Set<ContractChange> = []
        self.changes = changes.filter { seen.insert($0).inserted }.sorted {
            ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message)
        }
    }

    /// One change for each place and rule, however many ways lead there.
    private static func changes(_ found: [Incompatibility], _ run: CompatibilityRun, _ index: DeclarationIndex) -> [ContractChange] {
        struct Cause: Hashable {
            let keys: [ChangeKey]
            let rule: CompatibilityRule
        }
        var order: [Cause] = []
        var grouped: [Cause: [Incompatibility]] = [:]
        for item: Incompatibility in found {
            let cause: Cause = Cause(keys: run.keys(item), rule: item.rule)
            if grouped[cause, default: []].isEmpty { order.append(cause) }
            grouped[cause, default: []].append(item)
        }
        return order.compactMap { cause in
            guard let items: [Incompatibility] = grouped[cause], let first: Incompatibility = items.first else { return nil }
            let more: String = items.count == 1 ? "" : " (\(items.count - 1) more \(items.count == 2 ? "way leads" : "ways lead") there)"
            return ContractChange(first.interface, run.place(first, index), first.rule, run.statement(first) + more)
        }
    }
}

/// What a change is about, so that it is told once: a board, or a type or a member in the old or in the new contract.
enum ChangeKey: Hashable {
    case board(String, path: String)
    case old(String, String?)
    case new(String, String?)
}
