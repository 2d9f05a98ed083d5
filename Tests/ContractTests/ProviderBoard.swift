import Colonnade
import ColonnadeTesting

/// One board as its provider counts it, and tells whoever asks by the platform's own boards.
struct ProviderBoard: Sendable {
    /// The interface's name, a dot, and the board's.
    let name: String
    private let introspection: IntrospectionClient

    /// - Parameter channel: a way to the provider of its own, beside that of the calls that are counted.
    init(_ name: String, over channel: any Channel) {
        self.name = name
        introspection = IntrospectionClient(PlatformChannel(channel))
    }

    /// What the board has done so far.
    func counts() async throws -> BoardStats {
        let stats: DaemonStats = try await introspection.stats(StatsRequest())
        return stats.boards.first { $0.board == name } ?? BoardStats(board: name, calls: 0, failures: 0, inFlight: 0, time: .zero)
    }

    /// What it has done once that is as it is waited for.
    /// - Throws: `Late` where that does not come.
    func counts(_ what: String, until isReached: @escaping @Sendable (BoardStats) -> Bool) async throws -> BoardStats {
        try await within(.seconds(60), "\(name): \(what)") {
            while true {
                let counts: BoardStats = try await counts()
                if isReached(counts) { return counts }
                try Task.checkCancellation()
            }
        }
    }

    /// What it has done once none of its handlers runs.
    func idle() async throws -> BoardStats {
        try await counts("the end of all calls") { $0.inFlight == 0 }
    }
}
