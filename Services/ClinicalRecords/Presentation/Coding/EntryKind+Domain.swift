import ClinicalRecordsDomain
import ClinicalRecordsIO

extension EntryKind {
    init(_ topic: EntryTopicDomainModel) {
        switch topic {
        case .encounter: self = .encounter
        case .condition: self = .condition
        case .observation: self = .observation
        case .procedure: self = .procedure
        case .immunization: self = .immunization
        case .medication: self = .medication
        case .diagnosticReport: self = .diagnosticReport
        case .allergy: self = .allergy
        case .carePlan: self = .carePlan
        case .goal: self = .goal
        case .imaging: self = .imaging
        case .document: self = .document
        }
    }
}

extension EntryTopicDomainModel {
    /// What a filter names.
    /// - Throws: ``ClinicalRecordsRefusal/unknownKind(number:)``.
    static func topics(_ kinds: [EntryKind]) throws(ClinicalRecordsRefusal) -> Set<EntryTopicDomainModel> {
        var topics: Set<EntryTopicDomainModel> = []
        for kind: EntryKind in kinds { topics.insert(try topic(kind)) }
        return topics
    }

    private static func topic(_ kind: EntryKind) throws(ClinicalRecordsRefusal) -> EntryTopicDomainModel {
        switch kind {
        case .encounter: .encounter
        case .condition: .condition
        case .observation: .observation
        case .procedure: .procedure
        case .immunization: .immunization
        case .medication: .medication
        case .diagnosticReport: .diagnosticReport
        case .allergy: .allergy
        case .carePlan: .carePlan
        case .goal: .goal
        case .imaging: .imaging
        case .document: .document
        case .unknown(let kind): throw .unknownKind(number: kind.number)
        }
    }
}
