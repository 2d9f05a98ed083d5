import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// The ids of the summary's screen.
enum SummaryElement {
    static let (facts, kinds, history, documents): (String, String, String, String) = ("facts", "kinds", "history", "documents")
    static let appointments: String = "appointments"
}

/// Who a patient is and how much is recorded, with a way to the appointments where the shell knows one.
func summaryView(_ summary: RecordSummaryDomainModel, leadsToAppointments: Bool = false) -> Screen {
    let name: String = summary.name.bounded(to: 200)
    var facts: [ScreenKeyValue] = name.isEmpty ? [] : [ScreenKeyValue("Name", "\(name)")]
    if let born: String = summary.birthDate { facts.append(ScreenKeyValue("Born", "\(born.day.map(ScreenArgument.day) ?? .text(born))")) }
    facts.append(ScreenKeyValue("Patient number", "\(summary.patient)"))
    let rows: [ScreenRow] = EntryTopicDomainModel.allCases.compactMap { topic in
        summary.topics[topic].map { ScreenRow(id: topic.id, title: topic.title, badge: "\($0)") }
    }
    let recorded: ScreenElement =
        rows.isEmpty ? .emptyState("nothing", "Nothing is recorded") : .list(SummaryElement.kinds, name: "What is recorded", rows)
    let appointments: [ScreenElement] =
        leadsToAppointments
        ? [
            .link(SummaryElement.appointments, "Appointments", to: Route(SummaryRoute.appointmentsChosen(patient: summary.patient)))
        ] : []
    return Screen(
        title: name.isEmpty ? "Patient" : "\(name)",
        elements: [
            .keyValues(SummaryElement.facts, name: "Patient", facts), .section("recorded", "What is recorded", [recorded]),
            .link(
                SummaryElement.history, "Medical history", to: Route(SummaryRoute.historyChosen(patient: summary.patient, kinds: []))),
            .link(
                SummaryElement.documents, "Documents and reports", to: Route(SummaryRoute.documentsChosen(patient: summary.patient))),
        ] + appointments)
}
