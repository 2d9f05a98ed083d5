public import ClinicalRecordsDomain
import GRDB
private import Synchronization

/// A bundle that is on its way in. Bytes are read on the scratch database's own queue, so no loop waits for them.
public final class BundleDraft: Sendable {
    private struct State {
        var reader: BundleReader = BundleReader()
        /// The first thing that was wrong; nothing goes on after it.
        var problem: BundleProblem?
    }

    let scratch: ImportScratch
    private let indexing: any ResourceIndexing
    private let byteLimit: Int
    private let work: BlockingWork
    private let state: Mutex<State> = Mutex(State())
    private let onRemove: Mutex<(@Sendable () -> Void)?>

    init(
        _ scratch: ImportScratch, indexing: any ResourceIndexing, byteLimit: Int, work: BlockingWork,
        onRemove: @escaping @Sendable () -> Void
    ) {
        self.scratch = scratch
        self.indexing = indexing
        self.byteLimit = byteLimit
        self.work = work
        self.onRemove = Mutex(onRemove)
    }

    deinit {
        close()
    }

    /// Reads the next bytes.
    /// - Throws: a ``BundleProblem``; the same again for everything that follows.
    public func add(_ bytes: [UInt8]) async throws -> ImportProgressDomainModel {
        try await scratch.queue.write { [self] db in try read(bytes, in: db) }
    }

    /// Checks that the bundle is whole, and lets go of the scratch database so that it can be attached.
    /// - Returns: the bundle's size in bytes.
    func finish() async throws -> Int {
        let bytes: Int = try state.withLock { state in
            if let problem: BundleProblem = state.problem { throw problem }
            try state.reader.finish()
            return state.reader.byteCount
        }
        try await work.run { [scratch] in try scratch.queue.close() }
        return bytes
    }

    /// Lets go of everything that the draft holds.
    public func remove() async {
        guard let onRemove: @Sendable () -> Void = onRemove.withLock({ $0.take() }) else { return }
        await work.run { [scratch] in scratch.remove() }
        onRemove()
    }

    private func close() {
        guard let onRemove: @Sendable () -> Void = onRemove.withLock({ $0.take() }) else { return }
        scratch.remove()
        onRemove()
    }

    private func read(_ bytes: [UInt8], in db: Database) throws -> ImportProgressDomainModel {
        try state.withLock { state in
            if let problem: BundleProblem = state.problem { throw problem }
            do {
                guard state.reader.byteCount + bytes.count <= byteLimit else { throw BundleProblem.tooLarge(limit: byteLimit) }
                try state.reader.read(bytes) { entry in
                    try ImportScratch.insert(StagedResource(entry, indexing: indexing), at: entry.position, in: db)
                }
                return ImportProgressDomainModel(bytes: state.reader.byteCount, entries: state.reader.entryCount)
            } catch let problem as BundleProblem {
                state.problem = problem
                throw problem
            }
        }
    }
}
