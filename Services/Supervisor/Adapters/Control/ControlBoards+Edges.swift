import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Why one vertical may call another, or may not.
extension ControlBoards {
    func why(_ input: EdgeQuestion) async throws(Failure) -> EdgeExplanation {
        let asked: String = NameForms.kebab(input.consumer)
        guard consumer == "operator" || consumer == asked else { throw .refused(.notAllowed(consumer: consumer)) }
        let suite: SuiteRunner = runner.value
        guard asked == "operator" || suite.plan[asked] != nil else {
            throw .refused(.unknownVertical(name: asked, known: suite.machine.names))
        }
        let provider: String = try provider(input.provider)
        let board: String? = input.board.map(NameForms.shortened)
        let home: SuiteHome = suite.home
        let edge: PlannedEdge = suite.plan.edge(
            from: asked, to: InstanceName.vertical(of: provider), board: board, suite.running.programs,
            place: { home.socket(from: asked, to: $0) })
        guard let status: VerticalStatus = suite.status(of: suite.foremost(of: provider)) else {
            throw .refused(.unknownVertical(name: provider, known: suite.machine.names))
        }
        // One of several processes has a socket for the operator.
        let isInstance: Bool = provider != InstanceName.vertical(of: provider)
        let socket: String = home.socket(from: asked, to: isInstance && asked == "operator" ? provider : edge.socket)
        let owner: String? = edge.isDeclared ? Self.owner(of: socket, from: asked, suite) : nil
        let enforcement: Enforcement? = asked == "operator" ? nil : suite.enforcement(of: asked)
        return EdgeExplanation(
            consumer: asked, provider: provider, board: board, declared: edge.isDeclared, declaration: edge.declaration,
            socket: edge.isDeclared ? socket : nil, owner: owner, contract: edge.contract, incompatibilities: edge.incompatibilities,
            state: status.state, reason: status.reason,
            failure: edge.failure ?? (isInstance ? suite.unavailableWords(provider) : suite.unavailableWords(ofVertical: provider)),
            enforced: enforcement?.kept ?? [], notEnforced: enforcement?.notKept ?? [])
    }

    /// Whose a socket is, and what keeps others from it.
    private static func owner(of path: String, from consumer: String, _ suite: SuiteRunner) -> String? {
        guard let socket: [FileAttributeKey: Any] = try? FileManager.default.attributesOfItem(atPath: path),
            let folder: [FileAttributeKey: Any] = try? FileManager.default.attributesOfItem(
                atPath: URL(filePath: path).deletingLastPathComponent().path)
        else { return nil }
        let open: [String] = suite.plan.verticals.filter { $0.name != consumer && suite.isOpen(socketOf: consumer, to: $0) }.map(\.name)
        let others: String =
            open.isEmpty
            ? "every process of that user outside the suite can use it, and no other vertical"
            : "every process of that user can use it, \(open.joined(separator: ", ")) too"
        return "\(name(socket)), in a folder of \(name(folder)): \(others)"
    }

    private static func name(_ attributes: [FileAttributeKey: Any]) -> String {
        let user: String = (attributes[.ownerAccountName] as? String).map { " (\($0))" } ?? ""
        let number: String = attributes.number(.ownerAccountID).map { "\($0)" } ?? "unknown"
        let mode: String = attributes.number(.posixPermissions).map { ", mode \(String($0 & 0o777, radix: 8))" } ?? ""
        return "user \(number)\(user)\(mode)"
    }
}
