import ClinicSessions
import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
private import Synchronization

/// Takes bundles in as files, one after the other.
final class ImportViewModel: ViewModel {
    /// A file on its way.
    private struct Upload: Sendable {
        let name: String
        let size: Int?
        let chunks: FileChunks = FileChunks()
    }

    let output: ViewOutput<ImportScreenState>
    private let intake: BundleIntake
    private let access: PatientAccess
    private let uploads: (stream: AsyncStream<Upload>, continuation: AsyncStream<Upload>.Continuation) = AsyncStream.makeStream()
    private let current: Mutex<Upload?> = Mutex(nil)

    init(intake: BundleIntake, mostBytes: Int, access: PatientAccess) async throws {
        (self.intake, self.access) = (intake, access)
        let role: Role = try await Self.check(access)
        output = ViewOutput(ImportScreenState(mostBytes: mostBytes, seesPatients: role == .staff))
    }

    var inputs: [ViewInput] {
        [
            .upload(ImportElement.file, upload),
            .chosen(ImportElement.patients) { [output] in output.go(ImportRoute.patientChosen(id: $0)) },
        ]
    }

    /// Takes in the files that are uploaded.
    func run() async throws {
        for await upload: Upload in uploads.stream {
            try await Self.check(access)
            let step: ImportScreenState.Step = try await takeIn(upload)
            output.update { $0.step = step }
            // What comes still of a file that was refused is of no use.
            await upload.chunks.drain()
        }
    }

    /// Hands on what comes of a file.
    private func upload(_ piece: ScreenUpload) async throws {
        switch piece {
        case .began(let name, _, let size):
            let upload: Upload = Upload(name: name, size: size)
            current.withLock { $0 = upload }
            output.update {
                $0.step = .receiving(file: name, size: size, read: ImportProgressDomainModel(bytes: 0, entries: 0))
            }
            uploads.continuation.yield(upload)
        case .chunk(let bytes): try await current.withLock(\.self)?.chunks.send(bytes)
        case .ended: current.withLock { $0.take() }?.chunks.end()
        case .abandoned: try await current.withLock { $0.take() }?.chunks.abandon()
        case .unknown: break
        }
    }

    /// - Returns: what is shown afterwards.
    private func takeIn(_ upload: Upload) async throws -> ImportScreenState.Step {
        do {
            let report: ImportReportDomainModel = try await intake.run(name: upload.name, upload.chunks) { [output] read in
                let isAll: Bool = upload.size == read.bytes
                output.update {
                    $0.step = isAll ? .keeping(file: upload.name) : .receiving(file: upload.name, size: upload.size, read: read)
                }
            }
            return .done(report)
        } catch BundleProblem.interrupted {
            try Task.checkCancellation()
            return .refused(file: upload.name, .stopped)
        } catch let problem as BundleProblem {
            return .refused(file: upload.name, .bundle(problem))
        } catch is FellSilent {
            return .refused(file: upload.name, .silence)
        }
    }

    @discardableResult
    private static func check(_ access: PatientAccess) async throws -> Role {
        try await refusing { try await access.require(.operator, .staff) }.role
    }
}
