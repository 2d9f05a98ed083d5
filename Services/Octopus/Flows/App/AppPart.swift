/// What an app may have of the suite, beside signing in. A launcher names the parts.
public enum AppPart: String, Hashable, Sendable, CaseIterable {
    /// Booking appointments, and seeing them.
    case appointments
    /// What is recorded about patients.
    case records
    /// Places, and the way to them.
    case maps
}
