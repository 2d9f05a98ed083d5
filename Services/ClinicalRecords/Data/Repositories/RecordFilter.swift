public import ClinicalRecordsDomain

/// Where a page of history ends.
public struct RecordMark: Hashable, Sendable {
    public let time: Moment?
    public let number: Int64

    public init(time: Moment?, number: Int64) {
        self.time = time
        self.number = number
    }
}

/// Which rows are wanted.
public struct RecordFilter: Hashable, Sendable {
    /// Nil for every patient.
    public let patient: String?
    /// FHIR types.
    public let types: Set<String>
    public let from: Moment?
    public let until: Moment?

    public init(patient: String?, types: Set<String>, from: Moment? = nil, until: Moment? = nil) {
        self.patient = patient
        self.types = types
        self.from = from
        self.until = until
    }
}
