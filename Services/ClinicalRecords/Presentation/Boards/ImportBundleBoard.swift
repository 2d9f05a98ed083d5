public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
private import Synchronization

/// `importBundle`: takes a FHIR bundle in, byte by byte as it comes.
public struct ImportBundleBoard: Sendable {
    /// Progress is told each time so many more bytes have been read, and once at the end.
    private static let progressBytes: Int = 1 << 20

    private let intake: BundleIntake
    private let access: PatientAccess

    /// - Parameter sleep: waits for so long, or throws when it is cancelled.
    public init(
        useCase: ImportBundleUseCase, access: PatientAccess, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.access = access
        intake = BundleIntake(useCase: useCase, sleep: sleep)
    }

    func activate(
        with input: BundleImport, _ commands: Commands<[UInt8]>
    ) -> OutputSequence<ImportOutput, ClinicalRecordsRefusal> {
        OutputSequence { [intake, access] emit in
            let told: Told = Told()
            let report: ImportReportDomainModel = try await refusing {
                try await access.require(.operator, .staff)
                return try await intake.run(name: input.name, commands) { read in
                    if told.isDue(read, after: Self.progressBytes) { try await emit(.progress(ImportProgress(read))) }
                }
            }
            if let last: ImportProgressDomainModel = told.rest { try await emit(.progress(ImportProgress(last))) }
            try await emit(.summary(ImportSummary(report)))
            return .done
        }
    }
}

/// How far an import has come, and what of that its caller was told.
private final class Told: Sendable {
    private let state: Mutex<(told: Int, read: ImportProgressDomainModel?)> = Mutex((0, nil))

    /// What the caller has not been told.
    var rest: ImportProgressDomainModel? {
        let (told, read): (Int, ImportProgressDomainModel?) = state.withLock(\.self)
        return read.flatMap { $0.bytes > told ? $0 : nil }
    }

    func isDue(_ read: ImportProgressDomainModel, after bytes: Int) -> Bool {
        state.withLock { state in
            state.read = read
            guard read.bytes - state.told >= bytes else { return false }
            state.told = read.bytes
            return true
        }
    }
}
