import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

extension EntryTopicDomainModel {
    /// Names the topic in a screen's choices.
    var id: String { wording.id }

    /// What the topic is called, where several are named.
    var title: ScreenText { wording.several }

    /// What one entry is called.
    var one: ScreenText { wording.one }

    /// The topic with this id; nil where there is none.
    init?(id: String) {
        guard let topic: EntryTopicDomainModel = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = topic
    }

    private var wording: (id: String, one: ScreenText, several: ScreenText) {
        switch self {
        case .encounter: ("encounter", "Visit", "Visits")
        case .condition: ("condition", "Condition", "Conditions")
        case .observation: ("observation", "Observation", "Observations")
        case .procedure: ("procedure", "Procedure", "Procedures")
        case .immunization: ("immunization", "Vaccination", "Vaccinations")
        case .medication: ("medication", "Medication", "Medications")
        case .diagnosticReport: ("diagnosticReport", "Report", "Reports")
        case .allergy: ("allergy", "Allergy", "Allergies")
        case .carePlan: ("carePlan", "Care plan", "Care plans")
        case .goal: ("goal", "Goal", "Goals")
        case .imaging: ("imaging", "Imaging", "Imaging")
        case .document: ("document", "Document", "Documents")
        }
    }
}
