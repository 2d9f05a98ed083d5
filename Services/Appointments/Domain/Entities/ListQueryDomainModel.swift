/// Whose appointments are wanted.
public enum ListScopeDomainModel: Hashable, Sendable {
    case patient(String)
    case clinicDay(clinic: String, day: String)
}

/// Which appointments are wanted.
public struct ListQueryDomainModel: Hashable, Sendable {
    public static let pageSizes: ClosedRange<Int> = 1...200
    public static let usualPageSize: Int = 50

    public let scope: ListScopeDomainModel
    public let from: Moment?
    public let pageSize: Int
    public let cursor: String?

    public init(scope: ListScopeDomainModel, from: Moment? = nil, pageSize: Int = usualPageSize, cursor: String? = nil) {
        self.scope = scope
        self.from = from
        self.pageSize = pageSize
        self.cursor = cursor
    }
}

/// One page of appointments, the earliest first.
public struct AppointmentPageDomainModel: Hashable, Sendable {
    public let appointments: [AppointmentDomainModel]
    public let next: String?
    public let follow: String

    public init(appointments: [AppointmentDomainModel], next: String?, follow: String) {
        self.appointments = appointments
        self.next = next
        self.follow = follow
    }
}
