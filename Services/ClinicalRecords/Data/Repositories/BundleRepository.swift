public import ClinicalRecordsDomain
public import ColonnadeContract
import GRDB
private import Synchronization

/// Imports bundles into the records, some at a time.
public final class BundleRepository: Sendable {
    /// Imports at the same time: each has one entry in memory and a bundle's size on disk.
    public static let importLimit: Int = 8

    /// The largest bundle, in bytes.
    public let byteLimit: Int
    private let database: RecordsDatabase
    private let indexing: any ResourceIndexing
    private let bell: NewsBell
    private let work: BlockingWork = BlockingWork()
    private let running: Mutex<Int> = Mutex(0)

    public init(_ database: RecordsDatabase, indexing: any ResourceIndexing, bell: NewsBell, byteLimit: Int) {
        self.database = database
        self.indexing = indexing
        self.bell = bell
        self.byteLimit = byteLimit
    }

    /// Opens an import.
    /// - Throws: ``BundleProblem/tooManyImports(limit:)``.
    public func begin() async throws -> BundleDraft {
        let isFree: Bool = running.withLock { running in
            guard running < Self.importLimit else { return false }
            running += 1
            return true
        }
        guard isFree else { throw BundleProblem.tooManyImports(limit: Self.importLimit) }
        do {
            let scratch: ImportScratch = try await work.run { [database] in try ImportScratch(folder: database.scratchFolder) }
            return BundleDraft(scratch, indexing: indexing, byteLimit: byteLimit, work: work) { [self] in running.withLock { $0 -= 1 } }
        } catch {
            running.withLock { $0 -= 1 }
            throw error
        }
    }

    /// Keeps a whole draft, and tells followers. Goes on to its end also where the waiting task is cancelled: what was
    /// given whole is kept.
    func keep(_ draft: BundleDraft) async throws -> ImportMerge.Counts {
        let path: String = draft.scratch.path
        let counts: ImportMerge.Counts = try await withCheckedThrowingContinuation { continuation in
            database.pool.asyncWriteWithoutTransaction { db in
                continuation.resume(with: Result { try ImportMerge.run(scratch: path, in: db) })
            }
        }
        if counts.added + counts.changed > 0 { bell.ring() }
        return counts
    }

    /// Reads what is left of a draft, and keeps it.
    /// - Throws: a ``BundleProblem``, and the records are as they were.
    public func finish(_ draft: BundleDraft, name: String?) async throws -> ImportReportDomainModel {
        do {
            let bytes: Int = try await draft.finish()
            let counts: ImportMerge.Counts = try await keep(draft)
            await draft.remove()
            return ImportReportDomainModel(
                name: name, bytes: bytes, added: counts.added, changed: counts.changed, unchanged: counts.unchanged,
                patients: counts.patients)
        } catch {
            await draft.remove()
            throw error
        }
    }
}
