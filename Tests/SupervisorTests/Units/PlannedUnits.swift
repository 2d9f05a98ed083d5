import ColonnadeContract
import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

/// The units of a launcher file whose programs are described by their names: `svc-a-b` offers A and uses B.
struct PlannedUnits {
    let plan: SuitePlan
    let issues: [LauncherIssue]

    /// - Parameter network: what each vertical says of the network, by its name.
    init(_ verticals: String, network: [String: NetworkReach] = [:], end: String = "", launcher: String = "x") throws {
        let (file, parsing): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(
            "launcher: \(launcher)\nverticals:\n\(verticals)\n\(end)")
        let described: [(String, SuitePlan.Vertical)] = file.verticals.map { vertical in
            let words: [String] = vertical.executable.split(separator: "-").dropFirst().map {
                $0.prefix(1).uppercased() + $0.dropFirst()
            }
            let description: VerticalDescription = VerticalDescription(
                name: vertical.name, version: "1", interfaces: words.prefix(1).map { ContractDescriptor(name: $0, fingerprint: "") },
                uses: Array(words.dropFirst()), network: network[vertical.name])
            return (vertical.name, SuitePlan.Vertical(launcher: vertical, executable: "/here/x", description: description))
        }
        let planned: (plan: SuitePlan, issues: [LauncherIssue]) = SuitePlanner.plan(
            file, described: Dictionary(uniqueKeysWithValues: described))
        try #require((parsing + planned.issues).map { $0.text(file: "l") } == [])
        plan = planned.plan
        issues = SuiteUnits.issues(plan, .both)
    }

    /// What is told of the launcher file.
    var told: [String] { issues.map { $0.text(file: "l.yml") } }

    /// The lines of a file below the output.
    func lines(_ path: String) throws -> [String] {
        let places: UnitPlaces = UnitPlaces(binaries: "/usr/bin", launcher: "/usr/share/l/x.yml")
        let files: [UnitFile] = SuiteUnits(plan, at: places).files(.both)
        let file: UnitFile = try #require(files.first { $0.path == path }, "\(files.map(\.path))")
        return file.text.split(separator: "\n").map(String.init)
    }
}
