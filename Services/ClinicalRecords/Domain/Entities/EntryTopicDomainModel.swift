/// What an entry of a medical history is about.
public enum EntryTopicDomainModel: Hashable, Sendable, CaseIterable {
    case encounter
    case condition
    case observation
    case procedure
    case immunization
    case medication
    case diagnosticReport
    case allergy
    case carePlan
    case goal
    case imaging
    case document
}
