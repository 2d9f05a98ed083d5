public import ClinicalRecordsDomain

/// The rules by which a resource is found again. Business rules, so they are given from outside.
public protocol ResourceIndexing: Sendable {
    /// - Parameter json: the resource.
    /// - Throws: ``FHIRMismatch`` where an element that the rules look at is not as FHIR says.
    func index(type: String, json: [UInt8]) throws(FHIRMismatch) -> ResourceIndex
}

/// How a resource is found again.
public struct ResourceIndex: Hashable, Sendable {
    /// Whether it is part of the medical history.
    public let isEntry: Bool
    public let time: Moment?
    /// The reference to the encounter in which it was made.
    public let encounter: String?
    /// The reference to the organization that made it.
    public let provider: String?

    public init(isEntry: Bool, time: Moment? = nil, encounter: String? = nil, provider: String? = nil) {
        self.isEntry = isEntry
        self.time = time
        self.encounter = encounter
        self.provider = provider
    }
}
