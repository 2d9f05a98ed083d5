/// Whose news are wanted.
public enum FollowScopeDomainModel: Hashable, Sendable {
    case patient(String)
    case clinic(String)
    case all
}

/// What happened, and where to go on after it.
public struct AppointmentNewsDomainModel: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// What happens from here on will be told.
        case following
        case booked(AppointmentDomainModel)
        case moved(AppointmentDomainModel)
        case cancelled(AppointmentDomainModel)
    }

    public let subject: Subject
    public let cursor: String

    public init(_ subject: Subject, cursor: String) {
        self.subject = subject
        self.cursor = cursor
    }
}
