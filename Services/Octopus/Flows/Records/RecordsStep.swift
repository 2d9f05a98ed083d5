public import ClinicalRecordsIO
public import ColonnadePresentation

/// Where somebody can be among the records.
public enum RecordsStep: FlowStep {
    /// All patients, or those who are searched for.
    case patients(search: String?)
    /// Who a patient is, and how much is recorded; nil for the person themselves.
    case summary(patient: String?)
    /// A patient's history, or those entries of it that are of these kinds; nil for the person themselves.
    case history(patient: String?, kinds: [EntryKind])
    /// One entry of a history, by its type and id.
    case entry(id: String)
    /// The history of the minor for whom the person acts.
    case wardHistory(kinds: [EntryKind])
    /// One entry of the minor's history.
    case wardEntry(id: String)
    /// Takes files with records in.
    case imports

    /// What comes after a route; nil where that is no record.
    init?(after route: RecordsFlowRoute) {
        switch route {
        case .patients(.patientChosen(let id)), .imports(.patientChosen(let id)): self = .summary(patient: id)
        case .patients(.importChosen): self = .imports
        case .summary(.historyChosen(let patient, let kinds)): self = .history(patient: patient, kinds: kinds)
        case .summary(.documentsChosen(let patient)): self = .history(patient: patient, kinds: [.document, .diagnosticReport])
        case .history(.entryChosen(let id)), .document(.entryChosen(let id)): self = .entry(id: id)
        case .wardHistory(.entryChosen(let id)), .wardDocument(.entryChosen(let id)): self = .wardEntry(id: id)
        case .document(.placeChosen), .wardDocument(.placeChosen), .patients(.unknown), .summary(.unknown), .history(.unknown),
            .summary(.appointmentsChosen), .wardHistory(.unknown), .document(.unknown), .wardDocument(.unknown), .imports(.unknown):
            return nil
        }
    }
}

/// What screens of records say that has happened. A ward's are told apart, since what follows is opened with the ward's session.
enum RecordsFlowRoute: Sendable {
    case patients(PatientsRoute)
    case summary(SummaryRoute)
    case history(HistoryRoute)
    case document(DocumentRoute)
    case wardHistory(HistoryRoute)
    case wardDocument(DocumentRoute)
    case imports(ImportRoute)

    /// What comes after it in another flow; nil where nothing does.
    var onward: AppStep? {
        switch self {
        case .document(.placeChosen(let id)), .wardDocument(.placeChosen(let id)): .places(.place(id: id))
        case .summary(.appointmentsChosen(let patient)): .appointments(.list(of: .patient(patient)))
        default: nil
        }
    }
}
