import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport

/// Opens a deep link in a running suite: by its shell, or by asking the verticals where there is none.
struct LinkOpening {
    /// For how long a vertical is waited for that does not say whether a link is its own.
    private static let patience: Duration = .seconds(5)

    let url: String
    let metadata: CallMetadata
    let link: SupervisorLink
    let loop: EventLoop

    func open() async throws(CommandFailure) -> OpenedURL {
        let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.describe(VerticalSelection())
        }
        if let shell: DescribedVertical = described.first(where: { $0.interfaces.contains { $0.name == "Shell" } }) {
            return try await open(by: shell)
        }
        return try await ask(described)
    }

    private func open(by shell: DescribedVertical) async throws(CommandFailure) -> OpenedURL {
        let connector: Connector = SupervisorLink.connector(to: shell.name, ShellContract.descriptor, link.home, loop)
        defer { connector.close() }
        do {
            return try await CallMetadata.$current.withValue(metadata) {
                try await ShellClient(connector).openURL(OpenRequest(url: url))
            }
        } catch {
            throw CommandFailure.of(error as? ShellClient.Failure ?? ShellClient.Failure(thrown: error))
        }
    }

    private func ask(_ described: [DescribedVertical]) async throws(CommandFailure) -> OpenedURL {
        var answers: [(vertical: String, answer: LinkAnswer?)] = []
        for vertical: DescribedVertical in described where !vertical.deepLinks.isEmpty {
            answers.append((vertical.name, try await answer(of: vertical)))
        }
        let resolution: LinkResolution = LinkResolution(of: url, answers: answers)
        switch resolution.outcome {
        case .leads(let handler, let route):
            let words: String = "No shell runs, so nothing is shown. \(handler.vertical) leads to \(route.name)."
            return OpenedURL(
                address: "", handler: handler, outcome: .opened(board: "", text: words), unreachable: resolution.unreachable)
        case .refused(let handler, let reason):
            return OpenedURL(address: "", handler: handler, outcome: .refused(reason: reason), unreachable: resolution.unreachable)
        case .unmatched(let nearest):
            return OpenedURL(address: "", outcome: .unmatched(nearest: nearest), unreachable: resolution.unreachable)
        }
    }

    /// Nil where the vertical does not answer.
    private func answer(of vertical: DescribedVertical) async throws(CommandFailure) -> LinkAnswer? {
        guard let interface: DescribedContract = vertical.interfaces.first else { return nil }
        let contract: ContractDescriptor = try interface.read()
        let connector: Connector = SupervisorLink.connector(to: vertical.name, contract, link.home, loop)
        defer { connector.close() }
        var metadata: CallMetadata = metadata
        metadata.deadline = (MonotonicTime.read() + Self.patience).nanoseconds
        return await CallMetadata.$current.withValue(metadata) {
            try? await IntrospectionClient(PlatformChannel(connector)).openLink(LinkRequest(url: url))
        }
    }
}

extension CommandFailure {
    static func of(_ failure: CallFailure<NoRefusal>) -> CommandFailure {
        let fault: Fault = failure.fault ?? Fault(.internal, "\(failure)", outcome: .unknown)
        return CommandFailure(FailureJSON.status(of: fault), FailureJSON.text(fault))
    }
}
