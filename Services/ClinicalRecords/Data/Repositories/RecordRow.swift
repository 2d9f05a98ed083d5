public import ClinicalRecordsDomain

/// A resource as it is kept, with what the records say about where it was made.
public struct RecordRow: Hashable, Sendable {
    /// Stands in the index for a resource without a time, so that it comes last.
    static let noTime: Int64 = .min

    /// Its number, which never changes; later resources have greater ones.
    public let number: Int64
    /// `Type/id`.
    public let key: String
    public let type: String
    /// The patient as whose record it was asked for.
    public let patient: String
    public let time: Moment?
    /// When it came and when it last changed, in the order of imports.
    public let added: Int64
    public let changed: Int64
    /// The resource as FHIR JSON.
    public let body: [UInt8]
    /// The Organization in which it was made, as FHIR JSON.
    public let organization: [UInt8]?
}

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
