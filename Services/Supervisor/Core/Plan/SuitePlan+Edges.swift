import ColonnadeContract
public import ColonnadeSystemIO

/// What a plan says of one edge.
public struct PlannedEdge: Hashable, Sendable {
    public let consumer: String
    /// The vertical that serves.
    public let provider: String
    /// The interface that the edge is for; nil where the provider offers none.
    public let interface: String?
    /// The name of the socket's file without its ending.
    public let socket: String
    public internal(set) var isDeclared: Bool
    /// Where it is declared, or where it would have to be.
    public internal(set) var declaration: String
    /// How the contracts fit; nil where the consumer says nothing of what it expects.
    public var contract: String? = nil
    /// A sentence for each thing that does not fit.
    public var incompatibilities: [String] = []
    /// The words of the failure that a call ends with because of the plan; nil where the plan lets it pass.
    public var failure: String? = nil
}

extension SuitePlan {
    /// Explains an edge by what the programs say of themselves now.
    /// - Parameters:
    ///   - programs: by the vertical's name.
    ///   - place: where the consumer's socket is or would be, by its name.
    public func edge(
        from consumer: String, to provider: String, board: String?, _ programs: [String: VerticalDescription], place: (String) -> String
    ) -> PlannedEdge {
        let declared: Edge? = edges.first { $0.consumer == consumer && $0.provider == provider }
        let offered: [ContractDescriptor] = programs[provider]?.interfaces ?? []
        let socket: String = declared?.socket ?? offered.first.map { NameForms.kebab($0.name) } ?? provider
        let contract: ContractDescriptor? = offered.first { NameForms.kebab($0.name) == socket } ?? offered.first
        let isOperator: Bool = consumer == "operator"
        let isProgram: Bool = self[provider]?.launcher.program != nil
        var edge: PlannedEdge = PlannedEdge(
            consumer: consumer, provider: provider, interface: contract?.name, socket: isOperator ? provider : socket,
            isDeclared: !isProgram && (isOperator || declared != nil),
            declaration: isProgram
                ? EdgeWords.program(provider) : declaration(consumer, declared != nil, contract?.name ?? provider))
        guard edge.isDeclared else {
            let isOfProgram: Bool = self[consumer]?.launcher.program != nil
            edge.failure =
                isProgram || isOfProgram ? edge.declaration : EdgeWords.undeclared(consumer, socket, place: place(socket))
            return edge
        }
        guard let contract else { return edge }
        if !isOperator { judge(&edge, contract, programs[consumer]) }
        if edge.failure == nil, let board { judge(&edge, board, contract, isOperator ? nil : programs[consumer]) }
        return edge
    }

    private func declaration(_ consumer: String, _ isDeclared: Bool, _ interface: String) -> String {
        if consumer == "operator" { return "The operator may call every vertical." }
        guard let vertical: Vertical = self[consumer] else { return "\(consumer) is no vertical of this launcher." }
        guard vertical.launcher.program == nil else { return "\(consumer) is a program, for which the suite has no sockets." }
        return isDeclared
            ? "\(consumer) says that it uses \(interface): \(place(of: vertical))."
            : "\(consumer) does not say that it uses \(interface): \(place(of: vertical))."
    }

    /// Where a vertical says what it uses.
    private func place(of vertical: Vertical) -> String {
        "\(vertical.executable) --describe (line \(vertical.launcher.line) of the launcher file)"
    }

    /// Compares the contracts as the two ends do at connect.
    private func judge(_ edge: inout PlannedEdge, _ offered: ContractDescriptor, _ consumer: VerticalDescription?) {
        guard let expected: ContractDescriptor = consumer?.expects.first(where: { $0.name == offered.name }) else { return }
        if expected.fingerprint == offered.fingerprint {
            edge.contract = "equal: both have the fingerprint \(offered.fingerprint.prefix(12))…"
            return
        }
        let comparison: ContractComparison = ContractComparison(consumer: expected, provider: offered)
        edge.incompatibilities = comparison.incompatibilities.map { $0.sentence(consumer: edge.consumer, provider: edge.provider) }
        edge.contract = edge.incompatibilities.isEmpty ? "fits, and differs in what \(edge.consumer) does not need" : "does not fit"
        if !edge.incompatibilities.isEmpty {
            edge.failure = EdgeWords.misfit(offered.name, edge.consumer, edge.provider, comparison)
        }
    }

    /// Looks for the board in what is offered, and in what the consumer says that it calls.
    /// - Parameter consumer: nil for the operator, who may call all.
    private func judge(_ edge: inout PlannedEdge, _ board: String, _ offered: ContractDescriptor, _ consumer: VerticalDescription?) {
        let provider: String = NameForms.kebab(offered.name)
        guard let found: BoardDescriptor = offered.boards.first(where: { $0.name == board || $0.name == NameForms.camel(board) }) else {
            edge.failure = EdgeWords.unimplemented(board, of: provider)
            return
        }
        guard let expected: ContractDescriptor = consumer?.expects.first(where: { $0.name == offered.name }),
            !expected.boards.contains(where: { offered.counterpart(of: $0)?.name == found.name })
        else { return }
        edge.isDeclared = false
        let place: String = self[edge.consumer].map { ": \(self.place(of: $0))" } ?? ""
        edge.declaration = "\(edge.consumer) says that it uses \(offered.name), and not this board\(place)."
        edge.failure = EdgeWords.undeclared(edge.consumer, board: found.name, of: provider)
    }
}
