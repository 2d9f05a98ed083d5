/// A change log for a person: what `svc-interface diff` prints.
public enum ChangeText {
    /// The changes interface by interface, each with its mark.
    public static func text(_ check: CompatibilityCheck) -> String {
        guard !check.changes.isEmpty else { return "no interface has changed since \(check.baseline)" }
        let interfaces: [String: [ContractChange]] = Dictionary(grouping: check.changes, by: \.interface)
        let sections: [String] = interfaces.sorted { $0.key < $1.key }.map { name, changes in
            "\(name): \(changes.count) \(changes.count == 1 ? "change" : "changes") since \(check.baseline)\n"
                + changes.sorted { order($0) < order($1) }.map(line).joined(separator: "\n")
        }
        return sections.joined(separator: "\n\n")
    }

    /// What breaks comes first.
    private static func order(_ change: ContractChange) -> Int { change.isBreaking ? 0 : change.needsProviderFirst ? 1 : 2 }

    private static func line(_ change: ContractChange) -> String {
        let mark: String = change.verdict + String(repeating: " ", count: max(0, 14 - change.verdict.count))
        let place: String = "\(change.file):\(change.line):\(change.column)"
        let rule: String = change.rule.map { " [\($0)]" } ?? ""
        return "  \(mark)  \(place): \(change.message)\(rule)" + (change.advice.isEmpty ? "" : "\n" + indent + change.advice)
    }

    private static let indent: String = String(repeating: " ", count: 18)
}
