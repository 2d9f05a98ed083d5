/// Who a patient is.
public struct PatientDomainModel: Hashable, Sendable {
    /// The id of the Patient resource.
    public let id: String
    /// Empty where the record has none.
    public let name: String
    /// A FHIR date: year, year and month, or a full date.
    public let birthDate: String?

    public init(id: String, name: String, birthDate: String?) {
        self.id = id
        self.name = name
        self.birthDate = birthDate
    }
}

/// One page of patients, by name.
public struct PatientPageDomainModel: Hashable, Sendable {
    public let patients: [PatientDomainModel]
    /// Where the next page goes on; nil on the last page.
    public let next: String?

    public init(patients: [PatientDomainModel], next: String?) {
        self.patients = patients
        self.next = next
    }
}

/// Which patients are looked for.
public struct PatientQueryDomainModel: Hashable, Sendable {
    /// Patients in a page.
    public static let pageSize: Int = 25

    /// Beginnings of words of a name or id, all of which are to be there; empty means all patients.
    public let text: String
    /// Where the page before ended.
    public let cursor: String?

    public init(text: String, cursor: String? = nil) {
        self.text = text
        self.cursor = cursor
    }
}
