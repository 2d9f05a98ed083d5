import ClinicalRecordsDomain
import Colonnade

/// Takes one bundle in as its bytes come, whoever sends them: those that stop sending are given up, and leave nothing behind.
struct BundleIntake: Sendable {
    typealias Progress = @Sendable (ImportProgressDomainModel) async throws -> Void

    /// How long a sender may send nothing before the import is ended, and how long all of it may take: others wait for the slot. The
    /// largest bundle needs 112 KB a second.
    static let patience: (silence: Duration, total: Duration) = (.seconds(30), .seconds(600))

    private let useCase: ImportBundleUseCase
    private let watch: SilenceWatch

    /// - Parameter sleep: waits for so long, or throws when it is cancelled.
    init(useCase: ImportBundleUseCase, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.useCase = useCase
        watch = SilenceWatch(patience: Self.patience.silence, total: Self.patience.total, sleep: sleep)
    }

    /// - Parameters:
    ///   - name: what the sender calls the bundle.
    ///   - chunks: the bundle's bytes; their end is the bundle's. They throw where the sender goes away before that.
    ///   - progress: is told after each chunk.
    /// - Throws: a ``BundleProblem``; `FellSilent`. The records are as they were then.
    func run<Chunks: AsyncSequence & Sendable>(
        name: String?, _ chunks: Chunks, progress: @escaping Progress
    ) async throws -> ImportReportDomainModel where Chunks.Element == [UInt8] {
        try await watch.run { [useCase] heard in
            var iterator: Chunks.AsyncIterator = chunks.makeAsyncIterator()
            // A slot is taken with the first bytes only.
            let first: [UInt8]? = try await Self.next(&iterator, after: 0)
            let bundle: any BundleImportInterface = try await useCase.execute(name: name)
            do {
                var (next, read): ([UInt8]?, Int) = (first, 0)
                while let bytes: [UInt8] = next {
                    heard.more(bytes.count)
                    let come: ImportProgressDomainModel = try await bundle.add(bytes)
                    read = come.bytes
                    try await progress(come)
                    next = try await Self.next(&iterator, after: read)
                }
                try heard.whole()
                return try await bundle.finish()
            } catch {
                await bundle.abandon()
                throw error
            }
        }
    }

    /// - Throws: ``BundleProblem/interrupted(received:)`` where the sender goes away.
    private static func next<Iterator: AsyncIteratorProtocol>(
        _ iterator: inout Iterator, after received: Int
    ) async throws -> [UInt8]? where Iterator.Element == [UInt8] {
        do {
            return try await iterator.next(isolation: #isolation)
        } catch {
            throw BundleProblem.interrupted(received: received)
        }
    }
}
