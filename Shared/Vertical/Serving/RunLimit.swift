import ColonnadeContract
private import Synchronization

/// Counts what runs at the same time, so that no number of callers can fill the memory or take all of the processor.
///
/// For what costs a vertical much more than its caller. Who comes beyond the limit is declined, and its client comes again by itself:
/// waiting here would only be another thing to fill the memory with. Nothing may be done before ``run(_:)`` is called.
public final class RunLimit: Sendable {
    /// How many run at the same time at most.
    public let limit: Int
    private let work: String
    private let running: Mutex<Int> = Mutex(0)

    /// A limit that nothing counts against yet.
    /// - Parameters:
    ///   - limit: how many run at the same time at most.
    ///   - work: what is counted, for whoever is refused: "documents are being loaded".
    public init(_ limit: Int, of work: String) {
        precondition(limit > 0, "a limit of \(limit) lets nothing run")
        self.limit = limit
        self.work = work
    }

    /// Runs `body` as one of those that may run at the same time.
    /// - Throws: ``Declined`` where so many run already; what `body` throws.
    public func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        let isFree: Bool = running.withLock { running in
            guard running < limit else { return false }
            running += 1
            return true
        }
        guard isFree else {
            throw Declined("\(limit) \(work) already; try again once one is done.")
        }
        defer { running.withLock { $0 -= 1 } }
        return try await body()
    }
}
