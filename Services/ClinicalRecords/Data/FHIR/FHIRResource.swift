/// The elements of a FHIR R4 resource that history is made of. Each is read only where the resource's type has it so.
public struct FHIRResource: Decodable, Hashable, Sendable {
    public let resourceType: String
    public let status: String?
    /// What a Goal has in the place of a status.
    public let lifecycleStatus: String?
    public let verificationStatus: FHIRConcept?
    public let code: FHIRConcept?
    public let type: OneOrMany<FHIRConcept>?
    public let category: OneOrMany<FHIRConcept>?
    public let vaccineCode: FHIRConcept?
    public let medicationCodeableConcept: FHIRConcept?
    public let medicationReference: FHIRReference?
    public let description: FHIRDescription?
    public let title: String?

    public let period: FHIRPeriod?
    public let effectiveDateTime: FHIRDateTime?
    public let effectivePeriod: FHIRPeriod?
    public let effectiveInstant: FHIRDateTime?
    public let issued: FHIRDateTime?
    public let onsetDateTime: FHIRDateTime?
    public let onsetPeriod: FHIRPeriod?
    public let recordedDate: FHIRDateTime?
    public let performedDateTime: FHIRDateTime?
    public let performedPeriod: FHIRPeriod?
    public let occurrenceDateTime: FHIRDateTime?
    public let authoredOn: FHIRDateTime?
    public let created: FHIRDateTime?
    public let startDate: FHIRDateTime?
    public let started: FHIRDateTime?
    public let date: FHIRDateTime?

    public let valueQuantity: FHIRQuantity?
    public let valueString: String?
    public let valueBoolean: Bool?
    public let valueInteger: Int?
    public let valueCodeableConcept: FHIRConcept?
    public let component: [FHIRComponent]?
    public let conclusion: String?
    public let series: [FHIRSeries]?
}

/// Who a patient is: the elements of a FHIR R4 Patient that are shown.
public struct FHIRPatient: Decodable, Hashable, Sendable {
    public let name: [FHIRHumanName]?
    public let birthDate: FHIRDateTime?
}

/// An organization: the elements of a FHIR R4 Organization by which it is found.
public struct FHIROrganization: Decodable, Hashable, Sendable {
    public let name: String?
    public let address: [FHIRAddress]?
}

/// What every resource is known and found by.
public struct FHIRHeader: Decodable, Hashable, Sendable {
    public let resourceType: String?
    public let id: String?
    public let subject: OneOrMany<FHIRReference>?
    public let patient: OneOrMany<FHIRReference>?

    /// The references to whom the resource is about.
    public var subjects: [FHIRReference] { (subject?.elements ?? []) + (patient?.elements ?? []) }
}

/// Where a resource was made.
public struct FHIROrigin: Decodable, Hashable, Sendable {
    public let encounter: FHIRReference?
    public let serviceProvider: FHIRReference?
}
