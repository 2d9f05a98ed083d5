private import Synchronization

/// Counts what runs at the same time by share, so that none can take so much that the others go without.
///
/// For what costs memory for as long as its caller likes. Whoever comes beyond the limit is declined, and its client comes again by
/// itself. So nothing may be done before ``run(for:_:)`` is called.
public final class ShareLimit: Sendable {
    /// How many of one share run at the same time at most.
    public let limit: Int
    private let work: String
    /// Shares of which something runs.
    private let running: Mutex<[String: Int]> = Mutex([:])

    /// A limit that nothing counts against yet.
    /// - Parameters:
    ///   - limit: how many of one share run at the same time at most.
    ///   - work: what is counted, for whoever is refused: "maps are open".
    public init(_ limit: Int, of work: String) {
        precondition(limit > 0, "a limit of \(limit) lets nothing run")
        self.limit = limit
        self.work = work
    }

    /// Runs `body` as one of those of its share that may run at the same time.
    /// - Parameter share: on whose account it runs, such as a consumer's name.
    /// - Throws: ``Declined`` where too many run already; what `body` throws.
    public func run<Value>(for share: String, _ body: () async throws -> Value) async throws -> Value {
        try running.withLock { running in
            guard running[share, default: 0] < limit else { throw Declined("\(limit) \(work) already; try again once one is done.") }
            running[share, default: 0] += 1
        }
        defer {
            running.withLock { running in
                let left: Int = running[share, default: 1] - 1
                running[share] = left > 0 ? left : nil
            }
        }
        return try await body()
    }
}
