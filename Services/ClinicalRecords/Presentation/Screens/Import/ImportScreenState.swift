import ClinicalRecordsDomain

/// What the screen of imports shows.
struct ImportScreenState: Hashable, Sendable {
    /// How far the last import has come.
    enum Step: Hashable, Sendable {
        /// Nothing was imported yet.
        case none
        /// Bytes come; `size` is how many there are, where the browser said so.
        case receiving(file: String, size: Int?, read: ImportProgressDomainModel)
        /// All bytes have come, and are being kept.
        case keeping(file: String)
        case done(ImportReportDomainModel)
        /// The records are as they were.
        case refused(file: String, ImportProblem)
    }

    /// The largest file that is taken.
    let mostBytes: Int
    /// Whether who imports may look at patients, too.
    let seesPatients: Bool
    var step: Step = .none
}

/// Why an import is none.
enum ImportProblem: Hashable, Sendable {
    case bundle(BundleProblem)
    /// Nothing came for too long, or not all in time.
    case silence
    /// The person stopped it.
    case stopped
}
