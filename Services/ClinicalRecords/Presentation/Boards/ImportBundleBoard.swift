public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

/// `importBundle`: takes a FHIR bundle in, byte by byte as it comes.
public struct ImportBundleBoard: Sendable {
    /// How long a caller may send nothing before its import is ended, and how long all of it may take: others wait for the slot. The
    /// largest bundle needs 112 KB a second.
    static let patience: (silence: Duration, total: Duration) = (.seconds(30), .seconds(600))

    /// Progress is told each time so many more bytes have been read, and once at the end.
    private static let progressBytes: Int = 1 << 20

    private let useCase: ImportBundleUseCase
    private let access: PatientAccess
    private let watch: SilenceWatch

    /// - Parameter sleep: waits for so long, or throws when it is cancelled.
    public init(
        useCase: ImportBundleUseCase, access: PatientAccess, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.useCase = useCase
        self.access = access
        watch = SilenceWatch(patience: Self.patience.silence, total: Self.patience.total, sleep: sleep)
    }

    func activate(
        with input: BundleImport, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<ImportOutput, ClinicalRecordsRefusal> {
        OutputSequence { [useCase, access, watch] emit in
            let report: ImportReportDomainModel = try await refusing {
                try await access.require(.operator, .staff)
                return try await watch.run { heard in
                    // A slot is taken with the first bytes only.
                    let first: [UInt8]? = try await Self.first(of: commands)
                    let bundle: any BundleImportInterface = try await useCase.execute(name: input.name)
                    do {
                        try await Self.receive(first, commands, into: bundle, heard) { try await emit(.progress(ImportProgress($0))) }
                        return try await bundle.finish()
                    } catch {
                        await bundle.abandon()
                        throw error
                    }
                }
            }
            try await emit(.summary(ImportSummary(report)))
            return .done
        }
    }

    private static func first(of commands: Commands<[UInt8]>) async throws -> [UInt8]? {
        var chunks: Commands<[UInt8]>.AsyncIterator = commands.makeAsyncIterator()
        do {
            return try await chunks.next()
        } catch {
            throw BundleProblem.interrupted(received: 0)
        }
    }

    /// Reads until the caller says that the bundle is whole.
    /// - Parameter heard: is told of the bytes that came.
    /// - Throws: ``BundleProblem/interrupted(received:)`` where the caller goes away before that.
    private static func receive(
        _ first: [UInt8]?, _ rest: Commands<[UInt8]>, into bundle: any BundleImportInterface, _ heard: SilenceWatch.Heard,
        progress: (ImportProgressDomainModel) async throws -> Void
    ) async throws {
        var read: ImportProgressDomainModel = ImportProgressDomainModel(bytes: 0, entries: 0)
        var told: Int = 0
        var chunks: Commands<[UInt8]>.AsyncIterator = rest.makeAsyncIterator()
        var next: [UInt8]? = first
        while let bytes: [UInt8] = next {
            heard.more(bytes.count)
            read = try await bundle.add(bytes)
            if read.bytes - told >= progressBytes {
                told = read.bytes
                try await progress(read)
            }
            do {
                next = try await chunks.next()
            } catch {
                throw BundleProblem.interrupted(received: read.bytes)
            }
        }
        try heard.whole()
        if read.bytes > told { try await progress(read) }
    }
}
