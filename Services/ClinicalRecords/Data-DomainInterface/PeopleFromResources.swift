public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Finds patients by the words of their names and ids, and names those whose ids are known.
public struct PeopleFromResources: FindPatientsInterface, NamePatientsInterface {
    private let repository: PersonRepository

    public init(_ repository: PersonRepository) {
        self.repository = repository
    }

    public func patients(_ query: PatientQueryDomainModel) async throws -> PatientPageDomainModel {
        let (found, hasMore): ([PersonDataModel], Bool) = try await repository.patients(
            matching: query.text, after: try query.cursor.map(RecordCursor.patient), limit: PatientQueryDomainModel.pageSize)
        let patients: [PatientDomainModel] = try found.map { person in
            let resource: FHIRPatient = try FHIRDecoder.decode(FHIRPatient.self, from: person.body)
            return PatientDomainModel(id: person.patient, name: EntryWording.name(of: resource), birthDate: resource.birthDate?.text)
        }
        return PatientPageDomainModel(patients: patients, next: hasMore ? patients.last.map { RecordCursor.text(patient: $0.id) } : nil)
    }

    public func names(ofPatients patients: Set<String>) async throws -> [String: String] {
        try await repository.patients(patients).reduce(into: [:]) { names, person in
            let name: String = EntryWording.name(of: try FHIRDecoder.decode(FHIRPatient.self, from: person.body))
            if !name.isEmpty { names[person.patient] = name }
        }
    }
}
