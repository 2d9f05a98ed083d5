public import ClinicalRecordsData
import ClinicalRecordsDomain

/// What of a FHIR resource is medical history, and when it was. Billing (Claim, ExplanationOfBenefit) is not: it repeats
/// what was done for another purpose.
public struct HistoryRules: ResourceIndexing {
    public init() {}

    /// The FHIR types that an entry about a topic comes from.
    static func types(of topic: EntryTopicDomainModel) -> [String] {
        switch topic {
        case .encounter: ["Encounter"]
        case .condition: ["Condition"]
        case .observation: ["Observation"]
        case .procedure: ["Procedure"]
        case .immunization: ["Immunization"]
        case .medication: ["MedicationRequest"]
        case .diagnosticReport: ["DiagnosticReport"]
        case .allergy: ["AllergyIntolerance"]
        case .carePlan: ["CarePlan"]
        case .goal: ["Goal"]
        case .imaging: ["ImagingStudy"]
        case .document: ["DocumentReference"]
        }
    }

    private static let topics: [String: EntryTopicDomainModel] = EntryTopicDomainModel.allCases.reduce(into: [:]) { topics, topic in
        for type: String in types(of: topic) { topics[type] = topic }
    }

    /// The topic of a FHIR type; nil where it is no history.
    static func topic(ofType type: String) -> EntryTopicDomainModel? { topics[type] }

    public func index(type: String, json: [UInt8]) throws(FHIRMismatch) -> ResourceIndex {
        guard Self.topics[type] != nil else {
            try Self.check(type, json)
            return ResourceIndex(isEntry: false)
        }
        let resource: FHIRResource = try FHIRDecoder.decode(FHIRResource.self, from: json)
        let origin: FHIROrigin = try FHIRDecoder.decode(FHIROrigin.self, from: json)
        return ResourceIndex(
            isEntry: !Self.isError(resource), time: Self.time(of: resource)?.moment,
            encounter: origin.encounter?.reference, provider: origin.serviceProvider?.reference)
    }

    /// Whether somebody took the resource back: FHIR keeps such resources, and they say nothing about the patient.
    private static func isError(_ resource: FHIRResource) -> Bool {
        let codes: [String?] = [resource.status, resource.lifecycleStatus] + (resource.verificationStatus?.coding ?? []).map(\.code)
        return codes.contains("entered-in-error")
    }

    /// Resources that are read later have to be readable.
    private static func check(_ type: String, _ json: [UInt8]) throws(FHIRMismatch) {
        switch type {
        case "Patient": _ = try FHIRDecoder.decode(FHIRPatient.self, from: json)
        case "Organization": _ = try FHIRDecoder.decode(FHIROrganization.self, from: json)
        default: return
        }
    }

    /// When it began, was done or was found; where the record does not say, when it was written down.
    static func time(of resource: FHIRResource) -> FHIRDateTime? {
        let candidates: [FHIRDateTime?] =
            switch topics[resource.resourceType] {
            case .encounter: [resource.period?.start, resource.period?.end]
            case .condition, .allergy: [resource.onsetDateTime, resource.onsetPeriod?.start, resource.recordedDate]
            case .observation, .diagnosticReport:
                [resource.effectiveDateTime, resource.effectiveInstant, resource.effectivePeriod?.start, resource.issued]
            case .procedure: [resource.performedDateTime, resource.performedPeriod?.start]
            case .immunization: [resource.occurrenceDateTime, resource.recordedDate]
            case .medication: [resource.authoredOn]
            case .carePlan: [resource.period?.start, resource.created]
            case .goal: [resource.startDate]
            case .imaging: [resource.started]
            case .document: [resource.date]
            case nil: []
            }
        return candidates.lazy.compactMap(\.self).first
    }
}
