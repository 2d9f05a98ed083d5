/// Which free slots are wanted.
public struct SlotQueryDomainModel: Hashable, Sendable {
    public static let pageSizes: ClosedRange<Int> = 1...500
    public static let usualPageSize: Int = 100
    /// The longest range, in days.
    public static let longestRange: Int = 31

    public let clinic: String?
    public let practitioner: String?
    public let from: Moment
    public let until: Moment
    public let pageSize: Int
    public let cursor: String?

    public init(
        clinic: String? = nil, practitioner: String? = nil, from: Moment, until: Moment, pageSize: Int = usualPageSize,
        cursor: String? = nil
    ) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.from = from
        self.until = until
        self.pageSize = pageSize
        self.cursor = cursor
    }
}

/// One page of free slots.
public struct SlotPageDomainModel: Hashable, Sendable {
    public let clinics: [ClinicDomainModel]
    public let slots: [SlotDomainModel]
    public let next: String?

    public init(clinics: [ClinicDomainModel], slots: [SlotDomainModel], next: String?) {
        self.clinics = clinics
        self.slots = slots
        self.next = next
    }
}
