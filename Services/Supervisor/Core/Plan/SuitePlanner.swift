import ColonnadeContract
import ColonnadeSystemIO

/// Puts a launcher file and its daemons' descriptions together, and finds what does not fit.
public struct SuitePlanner {
    private let file: LauncherFile
    private let described: [String: SuitePlan.Vertical]
    private let force: Bool
    private var issues: [LauncherIssue] = []
    /// The vertical that offers an interface.
    private var offers: [String: String] = [:]
    private var edges: [SuitePlan.Edge] = []
    /// Who has to be ready before whom: the edges, and what launcher files add to them.
    private var order: [(consumer: String, provider: String)] = []

    private init(_ file: LauncherFile, _ described: [String: SuitePlan.Vertical], force: Bool) {
        self.file = file
        self.described = described
        self.force = force
    }

    /// The plan, and everything that is wrong with it; not to be carried out where there is an error.
    /// - Parameters:
    ///   - described: by name; a vertical whose program could not be asked is left out.
    ///   - force: whether programs whose contracts do not fit are worth a warning only.
    public static func plan(
        _ file: LauncherFile, described: [String: SuitePlan.Vertical], force: Bool = false
    ) -> (plan: SuitePlan, issues: [LauncherIssue]) {
        var planner: SuitePlanner = SuitePlanner(file, described, force: force)
        planner.findOffers()
        planner.findEdges()
        planner.findNeeds()
        let order: [String] = planner.sorted()
        planner.checkContracts()
        planner.checkLinks()
        for vertical: LauncherVertical in file.verticals {
            planner.checkConfiguration(vertical)
            planner.checkInstances(vertical)
        }
        for activation: LauncherActivation in file.launch { planner.check(activation) }
        let plan: SuitePlan = SuitePlan(
            name: file.name, verticals: order.compactMap { described[$0] }, edges: planner.edges, launch: file.launch,
            groups: file.groups, users: file.users)
        return (plan, planner.issues)
    }

    private mutating func report(_ line: Int, _ message: String) {
        issues.append(LauncherIssue(line: line, message))
    }

    // MARK: Edges

    private mutating func findOffers() {
        for vertical: LauncherVertical in file.verticals {
            for contract: ContractDescriptor in described[vertical.name]?.description.interfaces ?? [] {
                if let other: String = offers[contract.name] {
                    report(vertical.line, "\(vertical.name) offers \(contract.name), and so does \(other); a launcher has one of them")
                } else {
                    offers[contract.name] = vertical.name
                }
            }
        }
    }

    private mutating func findEdges() {
        for vertical: LauncherVertical in file.verticals {
            let optional: [String] = described[vertical.name]?.description.optionalUses ?? []
            for interface: String in described[vertical.name]?.description.uses ?? [] {
                let socket: String = NameForms.kebab(interface)
                if let provider: String = offers[interface] {
                    edges.append(SuitePlan.Edge(consumer: vertical.name, provider: provider, socket: socket))
                } else if !isUnknown(socket), !optional.contains(interface) {
                    report(vertical.line, "\(vertical.name) uses \(interface), and no vertical of this launcher offers it")
                }
            }
        }
    }

    /// Whether a vertical of that name is there whose program could not be asked: that has been said already.
    private func isUnknown(_ name: String) -> Bool {
        file.verticals.contains { vertical in
            described[vertical.name] == nil && (vertical.name == name || vertical.executable.hasSuffix("svc-\(name)"))
        }
    }

    // MARK: Order

    private mutating func findNeeds() {
        order = edges.map { ($0.consumer, $0.provider) }
        for vertical: LauncherVertical in file.verticals {
            for (name, line): (String, Int) in vertical.needs {
                if file.verticals.contains(where: { $0.name == name }) {
                    order.append((vertical.name, name))
                } else {
                    report(line, "\(vertical.name) needs \(name), and this launcher has no '\(name)'")
                }
            }
        }
    }

    /// Each vertical behind what it uses and needs, otherwise as in the file. What is in a circle is reported, and left out.
    private mutating func sorted() -> [String] {
        var sorted: [String] = []
        var rest: [LauncherVertical] = file.verticals
        while !rest.isEmpty {
            let ready: [LauncherVertical] = rest.filter { vertical in
                order.allSatisfy { $0.consumer != vertical.name || sorted.contains($0.provider) }
            }
            if ready.isEmpty {
                reportCircles(among: rest)
                return sorted
            }
            sorted += ready.map(\.name)
            rest.removeAll { sorted.contains($0.name) }
        }
        return sorted
    }

    private mutating func reportCircles(among rest: [LauncherVertical]) {
        var told: Set<String> = []
        for vertical: LauncherVertical in rest where !told.contains(vertical.name) {
            guard let circle: [String] = circle(from: vertical.name, path: [vertical.name]) else { continue }
            told.formUnion(circle)
            report(vertical.line, "these use or need each other in a circle, so none can start first: \(circle.joined(separator: " → "))")
        }
    }

    /// A way along edges from the first name of `path` back to it.
    private func circle(from name: String, path: [String]) -> [String]? {
        for (consumer, provider): (String, String) in order where consumer == name {
            if provider == path[0] { return path + [path[0]] }
            if path.contains(provider) { continue }
            if let found: [String] = circle(from: provider, path: path + [provider]) { return found }
        }
        return nil
    }

    // MARK: Contracts

    private mutating func checkContracts() {
        for edge: BrokenEdge in Rollout.brokenEdges(described.mapValues(\.description)) {
            let line: Int = file.verticals.first { $0.name == edge.provider }?.executableLine ?? 1
            for reason: String in edge.reasons {
                issues.append(LauncherIssue(line: line, severity: force ? .warning : .error, reason))
            }
        }
    }

    // MARK: Deep links

    private mutating func checkLinks() {
        var table: LinkTable = LinkTable()
        for vertical: LauncherVertical in file.verticals {
            table.add(described[vertical.name]?.description.deepLinks ?? [], of: vertical.name)
        }
        for fault: LinkTable.Fault in table.faults {
            let line: Int = file.verticals.first { $0.name == fault.vertical }?.line ?? 0
            report(line, "\(fault.vertical): \(fault.error)")
        }
    }

    // MARK: Values

    private mutating func checkConfiguration(_ vertical: LauncherVertical) {
        guard let description: VerticalDescription = described[vertical.name]?.description else { return }
        guard let contract: ContractDescriptor = description.configuration else {
            if vertical.configuration != nil {
                report(vertical.configurationLine(JSONPath()), "\(vertical.name) takes no configuration")
            }
            return
        }
        let given: JSONValue = vertical.configuration ?? .object([:])
        for error: JSONMappingError in ContractJSON.check(given, type: contract.name, in: contract) {
            let place: String = error.path.steps.isEmpty ? "config of \(vertical.name)" : "config of \(vertical.name), \(error.path)"
            report(vertical.configurationLine(error.path), "\(place): \(error.message)")
        }
    }

    private mutating func checkInstances(_ vertical: LauncherVertical) {
        guard vertical.instances > 1, let description: VerticalDescription = described[vertical.name]?.description else { return }
        if description.concurrency != .shared {
            report(
                vertical.instancesLine,
                "instances of \(vertical.name): only one process of it may serve (concurrency \"exclusive\" in its --describe); leave 'instances' out"
            )
        } else if description.handover == .exclusive {
            report(
                vertical.instancesLine,
                "instances of \(vertical.name): its --describe says that it may run more than once, and that its next process has to wait until it has gone (handover \"exclusive\"); one of the two is wrong"
            )
        }
    }

    private mutating func check(_ activation: LauncherActivation) {
        guard let interfaces: [ContractDescriptor] = described[activation.vertical]?.description.interfaces else { return }
        let boards: [(board: BoardDescriptor, contract: ContractDescriptor)] = interfaces.flatMap { contract in
            contract.boards.map { ($0, contract) }
        }
        guard
            let found: (board: BoardDescriptor, contract: ContractDescriptor) = boards.first(where: {
                $0.board.name == NameForms.camel(activation.board)
            })
        else {
            let names: String = boards.map(\.board.name).joined(separator: ", ")
            return report(activation.line, "launch: \(activation.vertical) has no board '\(activation.board)'; it has \(names)")
        }
        for error: JSONMappingError in ContractJSON.check(activation.input, type: found.board.input, in: found.contract) {
            report(activation.line, "launch: the input of \(activation.vertical).\(found.board.name): \(error)")
        }
    }
}
