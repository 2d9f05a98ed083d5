public import ClinicalRecordsDomain

/// A resource as it is kept, with what the records say about where it was made.
public struct ResourceDataModel: Hashable, Sendable {
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
    /// False for what is no history, or was taken back.
    public let isEntry: Bool
    /// The resource as FHIR JSON.
    public let body: [UInt8]
    /// The Organization in which it was made, as FHIR JSON.
    public let organization: [UInt8]?
}
