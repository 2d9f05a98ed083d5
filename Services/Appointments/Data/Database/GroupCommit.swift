import AppointmentsDomain
import GRDB
private import Synchronization

/// Commits writes in groups: those that wait while the disk is busy share one transaction, and one sync. Each has its own
/// answer, and has it once everything that it saw is on disk.
///
/// What waits is bounded by how many calls the server lets run. Invariant: while writes wait, a drain is on its way.
final class GroupCommit: Sendable {
    /// The most writes in a transaction: few enough that the first does not wait long for the last.
    static let groupLimit: Int = 256

    /// A write that waits for its turn.
    private struct Write: Sendable {
        /// Does its work, and gives what hands out the answer. Throws what is no answer.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Write] = []
        var isDraining: Bool = false
    }

    private let pool: DatabasePool
    private let state: Mutex<State> = Mutex(State())

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// What `body` gives or refuses, once it is on disk. Goes on to its end also where the waiting task is cancelled.
    /// - Parameter body: may run twice, the first run being undone. Refuses by an ``AppointmentsProblem`` before it has
    ///   written anything.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add(
                Write { db in
                    do {
                        let value: Value = try body(db)
                        return { continuation.resume(returning: value) }
                    } catch let problem as AppointmentsProblem {
                        return { continuation.resume(throwing: problem) }
                    }
                } fail: { error in
                    continuation.resume(throwing: error)
                })
        }
    }

    private func add(_ write: Write) {
        let isFirst: Bool = state.withLock { state in
            state.waiting.append(write)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFirst { pool.asyncWriteWithoutTransaction { [self] db in drain(db) } }
    }

    private func drain(_ db: Database) {
        while let group: [Write] = next() { commit(group[...], db) }
    }

    private func next() -> [Write]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let group: [Write] = Array(state.waiting.prefix(Self.groupLimit))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    private func commit(_ group: ArraySlice<Write>, _ db: Database) {
        do {
            var answers: [@Sendable () -> Void] = []
            try db.inTransaction(.immediate) {
                for write: Write in group { answers.append(try write.run(db)) }
                return .commit
            }
            for answer: @Sendable () -> Void in answers { answer() }
        } catch {
            // One write must not fail for another's fault: each gets a transaction of its own.
            guard group.count > 1 else { return group.first.map { $0.fail(error) } ?? () }
            for index: Int in group.indices { commit(group[index...index], db) }
        }
    }
}
