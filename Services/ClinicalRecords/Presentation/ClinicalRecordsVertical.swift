public import ClinicalRecordsIO
public import Colonnade

/// What clinical-records offers: each requirement is handed to its board.
public struct ClinicalRecordsVertical: ClinicalRecordsInterface {
    private let importBundleBoard: ImportBundleBoard
    private let summaryBoard: SummaryBoard
    private let medicalHistoryBoard: MedicalHistoryBoard
    private let followBoard: FollowBoard
    private let namesBoard: NamesBoard
    private let screens: ClinicalRecordsScreens

    public init(
        importBundle: ImportBundleBoard, summary: SummaryBoard, medicalHistory: MedicalHistoryBoard, follow: FollowBoard,
        names: NamesBoard, screens: ClinicalRecordsScreens
    ) {
        importBundleBoard = importBundle
        summaryBoard = summary
        medicalHistoryBoard = medicalHistory
        followBoard = follow
        namesBoard = names
        self.screens = screens
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

    public func names(_ input: NamesRequest) async throws(Failure) -> PatientNames {
        try await attempt { try await namesBoard.activate(with: input) }
    }

    public func patientsScreen(_ input: PatientsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.patients.activate(with: input, actions)
    }

    public func summaryScreen(_ input: SummaryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.summary.activate(with: input, actions)
    }

    public func medicalHistoryScreen(_ input: HistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.medicalHistory.activate(with: input, actions)
    }

    public func minorHistoryScreen(_ input: MinorHistoryScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.medicalHistory.activate(with: input, actions)
    }

    public func documentScreen(_ input: DocumentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.document.activate(with: input, actions)
    }

    public func importScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.importing.activate(actions)
    }
}

/// The boards that are screens.
public struct ClinicalRecordsScreens: Sendable {
    /// Screens that one consumer may have open at the same time: a shell has one for each person and tile, and each is some 10 KB.
    public static let limit: Int = 4_000

    let patients: PatientsScreenBoard
    let summary: SummaryScreenBoard
    let medicalHistory: MedicalHistoryScreenBoard
    let document: DocumentScreenBoard
    let importing: ImportScreenBoard

    public init(
        patients: PatientsScreenBoard, summary: SummaryScreenBoard, medicalHistory: MedicalHistoryScreenBoard,
        document: DocumentScreenBoard, importing: ImportScreenBoard
    ) {
        self.patients = patients
        self.summary = summary
        self.medicalHistory = medicalHistory
        self.document = document
        self.importing = importing
    }
}
