import ColonnadeContract

/// What is missing in a table of expectations.
struct Coverage {
    /// By the name of the vertical that offers it.
    let contracts: [String: ContractDescriptor]

    /// In words: each edge that nothing is expected of, each board that is called and lacks an aspect, each expectation of nobody.
    func gaps(edges: Set<Edge>, uses: Set<BoardUse>, expected: [(use: BoardUse, aspect: Expectation.Aspect)]) -> [String] {
        let idle: Set<Edge> = edges.subtracting(uses.map { Edge(consumer: $0.consumer, provider: $0.provider) })
        let unused: Set<BoardUse> = Set(expected.map(\.use)).subtracting(uses)
        return idle.map { "\($0) is declared in Package.swift, and no call is found in the sources: take it out, or teach UsedBoards" }
            .sorted()
            + uses.flatMap { missing($0, expected) }.sorted()
            + unused.map { "\($0) is expected, and not called any more: take its expectations out" }.sorted()
    }

    private func missing(_ use: BoardUse, _ expected: [(use: BoardUse, aspect: Expectation.Aspect)]) -> [String] {
        guard let board: BoardDescriptor = contracts[use.provider]?.boards.first(where: { $0.name == use.board }) else {
            return ["\(use): \(use.provider) has no such board"]
        }
        let tested: Set<Expectation.Aspect> = Set(expected.filter { $0.use == use }.map(\.aspect))
        return Expectation.Aspect.applying(to: board).subtracting(tested).map { aspect in
            "\(use): nothing says what is expected of its \(aspect.rawValue); add it in Tests/ContractTests/Expectations"
        }
    }
}

/// One declared right: a vertical may call another.
struct Edge: Hashable, Sendable, CustomStringConvertible {
    let consumer: String
    let provider: String

    var description: String { "\(consumer) → \(provider)" }
}
