import Testing

/// Every expectation holds, of the real daemons behind their sockets and of the same modules in the test's own process.
@Suite("What verticals expect of each other", .timeLimit(.minutes(4)))
struct ContractTests {
    /// The whole table. An edge or a board that is missing here fails in ``EdgeTests``.
    static let expectations: [Expectation] =
        PlaceSearchExpectations.all + SessionNewsExpectations.all

    private static let trials: [(Expectation, Reach)] = expectations.flatMap { one in Reach.all(to: one.use.provider).map { (one, $0) } }

    @Test("It holds", arguments: trials)
    func holds(_ expectation: Expectation, _ reach: Reach) async throws {
        let provider: RunningProvider = try await RunningProvider.start(expectation.use.provider, by: reach, for: expectation.use.consumer)
        let result: Result<Void, any Error>
        do { result = .success(try await expectation.body(provider)) } catch { result = .failure(error) }
        try await provider.stop()
        try result.get()
    }
}
