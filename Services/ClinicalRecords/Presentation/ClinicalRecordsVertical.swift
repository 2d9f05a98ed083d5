public import ClinicalRecordsIO
public import Colonnade

/// What clinical-records offers: each requirement is handed to its board.
public struct ClinicalRecordsVertical: ClinicalRecordsInterface {
    private let importBundleBoard: ImportBundleBoard
    private let summaryBoard: SummaryBoard
    private let medicalHistoryBoard: MedicalHistoryBoard
    private let followBoard: FollowBoard

    public init(
        importBundle: ImportBundleBoard, summary: SummaryBoard, medicalHistory: MedicalHistoryBoard, follow: FollowBoard
    ) {
        importBundleBoard = importBundle
        summaryBoard = summary
        medicalHistoryBoard = medicalHistory
        followBoard = follow
    }

    public func importBundle(_ input: BundleImport, _ commands: Commands<[UInt8]>) -> Outputs<ImportOutput> {
        importBundleBoard.activate(with: input, commands)
    }

    public func summary(_ input: SummaryRequest) async throws(Failure) -> PatientSummary {
        try await attempt { try await summaryBoard.activate(with: input) }
    }

    public func medicalHistory(_ input: HistoryRequest) async throws(Failure) -> HistoryPage {
        try await attempt { try await medicalHistoryBoard.activate(with: input) }
    }

    public func minorHistory(_ input: MinorHistoryRequest) async throws(Failure) -> HistoryPage {
        try await attempt { try await medicalHistoryBoard.activate(with: input) }
    }

    public func follow(_ input: FollowRequest) -> Outputs<FollowOutput> {
        followBoard.activate(with: input)
    }
}
