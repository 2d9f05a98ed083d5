import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore

/// Who may call whom, as a graph without circles.
struct SuiteGraph {
    struct Node {
        let name: String
        /// Nil where the suite does not run.
        let state: VerticalState?
        /// Those that it may call, by name.
        let providers: [String]
    }

    let nodes: [Node]

    /// Of a suite that runs: an interface belongs to the first vertical that offers it.
    init(_ described: [DescribedVertical], _ statuses: [VerticalStatus]) {
        let owners: [String: String] = Dictionary(
            described.flatMap { vertical in vertical.interfaces.map { ($0.name, vertical.name) } }, uniquingKeysWith: { first, _ in first })
        // Of several processes of a vertical one is enough.
        let states: [String: VerticalState] = Dictionary(
            statuses.map { (InstanceName.vertical(of: $0.name), $0.state) }, uniquingKeysWith: { $1 == .ready ? $1 : $0 })
        let described: [String: DescribedVertical] = Dictionary(described.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        nodes = statuses.map { InstanceName($0.name) }.filter(\.isFirst).map(\.vertical).map { name in
            Node(name: name, state: states[name], providers: described[name]?.uses.compactMap { owners[$0] } ?? [])
        }
    }

    /// Of a launcher file.
    init(_ plan: SuitePlan) {
        nodes = plan.verticals.map { Node(name: $0.name, state: nil, providers: plan.providers(of: $0.name)) }
    }

    var json: JSONValue {
        let verticals: [JSONValue] = nodes.map { node in
            .object([
                "name": .string(node.name), "state": node.state.map { .string(StatusTable.word($0)) } ?? .null,
                "calls": .array(node.providers.map { .string($0) }),
            ])
        }
        return .object(["verticals": .array(verticals)])
    }

    /// Rows of nodes, each above all that it calls.
    var layers: [[Node]] {
        var depths: [String: Int] = [:]
        // Each round settles one more layer; without circles there are no more rounds than nodes.
        for _: Node in nodes {
            for node: Node in nodes { depths[node.name] = (node.providers.compactMap { depths[$0] }.max() ?? -1) + 1 }
        }
        let deepest: Int = depths.values.max() ?? 0
        return (0...deepest).reversed().map { depth in nodes.filter { depths[$0.name] == depth } }.filter { !$0.isEmpty }
    }
}
