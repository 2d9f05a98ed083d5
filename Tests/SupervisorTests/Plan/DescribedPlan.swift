import ColonnadeContract
import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

/// Plans of launcher files whose programs are described by their names: `svc-a-b` offers A and uses B, where that is offered.
enum DescribedPlan {
    /// - Parameters:
    ///   - builds: which build of its program a vertical has, by its name.
    ///   - alone: verticals that must be alone.
    ///   - shared: verticals of which several processes may serve.
    static func of(
        _ verticals: String, end: String = "", builds: [String: String] = [:], alone: Set<String> = [], shared: Set<String> = []
    ) throws -> SuitePlan {
        let (plan, issues): (SuitePlan, [LauncherIssue]) = read(verticals, end: end, builds: builds, alone: alone, shared: shared)
        try #require(issues.map { $0.text(file: "l") } == [])
        return plan
    }

    /// The same with everything that is wrong. The first vertical stands in line 4.
    static func read(
        _ verticals: String, end: String = "", builds: [String: String] = [:], alone: Set<String> = [], shared: Set<String> = []
    ) -> (plan: SuitePlan, issues: [LauncherIssue]) {
        let (file, parsing): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse("launcher: x\n\(end)\nverticals:\n\(verticals)\n")
        let described: [(String, SuitePlan.Vertical)] = file.verticals.map { vertical in
            let words: [String] = vertical.executable.split(separator: "-").dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let description: VerticalDescription = VerticalDescription(
                name: vertical.name, version: "1", interfaces: words.prefix(1).map { ContractDescriptor(name: $0, fingerprint: "") },
                uses: Array(words.dropFirst()), optionalUses: Array(words.dropFirst()),
                handover: alone.contains(vertical.name) ? .exclusive : nil, concurrency: shared.contains(vertical.name) ? .shared : nil)
            let path: String = "/\(vertical.program?.command.first ?? vertical.executable)"
            let planned: SuitePlan.Vertical = SuitePlan.Vertical(
                launcher: vertical, executable: path, description: description,
                identity: vertical.program == nil ? builds[vertical.name, default: "1"] : nil)
            return (vertical.name, planned)
        }
        let planned: (plan: SuitePlan, issues: [LauncherIssue]) = SuitePlanner.plan(
            file, described: Dictionary(uniqueKeysWithValues: described))
        return (planned.plan, parsing + planned.issues)
    }
}
