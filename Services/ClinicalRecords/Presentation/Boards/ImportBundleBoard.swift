public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

/// `importBundle`: takes a FHIR bundle in, byte by byte as it comes.
public struct ImportBundleBoard: Sendable {
    /// Progress is told each time so many more bytes have been read, and once at the end.
    private static let progressBytes: Int = 1 << 20

    private let useCase: ImportBundleUseCase

    public init(useCase: ImportBundleUseCase) {
        self.useCase = useCase
    }

    func activate(
        with input: BundleImport, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<ImportOutput, ClinicalRecordsRefusal> {
        OutputSequence { [useCase] emit in
            let report: ImportReportDomainModel = try await refusing {
                let bundle: any BundleImportInterface = try await useCase.execute(name: input.name)
                do {
                    try await Self.receive(commands, into: bundle) { try await emit(.progress(ImportProgress($0))) }
                    return try await bundle.finish()
                } catch {
                    await bundle.abandon()
                    throw error
                }
            }
            try await emit(.summary(ImportSummary(report)))
            return .done
        }
    }

    /// Reads until the caller says that the bundle is whole.
    /// - Throws: ``BundleProblem/interrupted(received:)`` where the caller goes away before that.
    private static func receive(
        _ commands: Commands<[UInt8]>, into bundle: any BundleImportInterface,
        progress: (ImportProgressDomainModel) async throws -> Void
    ) async throws {
        var read: ImportProgressDomainModel = ImportProgressDomainModel(bytes: 0, entries: 0)
        var told: Int = 0
        do {
            for try await bytes: [UInt8] in commands {
                read = try await bundle.add(bytes)
                guard read.bytes - told >= progressBytes else { continue }
                told = read.bytes
                try await progress(read)
            }
        } catch is CommandsInterrupted {
            throw BundleProblem.interrupted(received: read.bytes)
        }
        if read.bytes > told { try await progress(read) }
    }
}
