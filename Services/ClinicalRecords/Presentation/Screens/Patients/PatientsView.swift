import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// The ids of the screen of patients.
enum PatientsElement {
    static let (search, words, patients): (String, String, String) = ("search", "words", "patients")
}

/// Patients, to be looked up.
func patientsView(_ state: PatientsState) -> Screen {
    let patients: [PatientDomainModel] = state.page.patients
    let isFull: Bool = patients.count >= PatientsState.mostRows
    var elements: [ScreenElement] = [
        .form(
            PatientsElement.search, name: "Find a patient", submit: "Find",
            [
                ScreenField(
                    id: PatientsElement.words, label: "Name or number", input: .text(state.text, autocomplete: "off"),
                    hint: "Beginnings of words are enough.", isRequired: false)
            ])
    ]
    if patients.isEmpty {
        elements.append(
            state.text.isEmpty
                ? .emptyState("nobody", "There are no patients", detail: "Import records to begin with.")
                : .emptyState("nobody", "Nobody has such a name or number", detail: "Try fewer letters."))
    } else {
        let cursor: String? = isFull ? nil : state.page.next
        elements.append(.list(PatientsElement.patients, name: "Patients", patients.map(row), cursor: cursor))
    }
    if isFull, state.page.next != nil { elements.append(.notice("more", "There are more patients. Look for a name.")) }
    elements.append(.link("import", "Import records", to: Route(PatientsRoute.importChosen)))
    return Screen(title: "Patients", elements: elements)
}

private func row(_ patient: PatientDomainModel) -> ScreenRow {
    let name: String = patient.name.bounded(to: 200)
    let detail: ScreenText =
        patient.birthDate.map { born in "Born \(born.day.map(ScreenArgument.day) ?? .text(born)) · \(patient.id)" } ?? "\(patient.id)"
    return ScreenRow(id: patient.id, title: name.isEmpty ? "Without a name" : "\(name)", detail: detail)
}
