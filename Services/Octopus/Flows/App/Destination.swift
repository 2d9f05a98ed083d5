import AuthenticationIO
public import ColonnadeSystemIO

/// Where the navigation of every page leads. Its raw value stands in launcher files.
public enum Destination: String, Hashable, Sendable, CaseIterable {
    /// A tile of each part.
    case home
    /// The appointments of a patient, or of the minor for whom they act.
    case appointments
    /// What a clinic has today.
    case today
    /// A patient's own records.
    case records
    /// All patients.
    case patients
    /// Where records are imported.
    case imports
    /// Looking for places.
    case places
    /// For whom a guardian acts.
    case wards
    /// Where invitations are made.
    case invitations
    /// Where the person has signed in.
    case sessions

    /// What stands on the link.
    public var title: ScreenText {
        switch self {
        case .home: "Home"
        case .appointments: "Appointments"
        case .today: "Today"
        case .records: "My records"
        case .patients: "Patients"
        case .imports: "Import records"
        case .places: "Find a place"
        case .wards: "Act for somebody else"
        case .invitations: "Invite"
        case .sessions: "Where I am signed in"
        }
    }

    /// The deep link that leads there, as the vertical declares it.
    public var path: String {
        switch self {
        case .home: "/"
        case .appointments: "/appointments"
        case .today: "/today"
        case .records: "/record"
        case .patients: "/patients"
        case .imports: "/import"
        case .places: "/places"
        case .wards: "/wards"
        case .invitations: "/invite"
        case .sessions: "/sessions"
        }
    }

    /// What an app must have for it; nil for nothing.
    var part: AppPart? {
        switch self {
        case .home, .wards, .invitations, .sessions: nil
        case .appointments, .today: .appointments
        case .records, .patients, .imports: .records
        case .places: .maps
        }
    }

    /// What is shown there.
    var step: AppStep {
        switch self {
        case .home: .home
        case .appointments: .appointments(.list(of: .patient(nil)))
        case .today: .appointments(.today(clinic: nil))
        case .records: .records(.summary(patient: nil))
        case .patients: .records(.patients(search: nil))
        case .imports: .records(.imports)
        case .places: .places(.search(text: nil))
        case .wards: .account(.wards)
        case .invitations: .account(.invite)
        case .sessions: .account(.sessions)
        }
    }

    /// Where this app's navigation leads somebody with this session; nil for who has not signed in. What somebody may do is the verticals'
    /// to say; here are the links that make sense.
    /// - Parameter isActing: whether the person acts for a minor.
    static func all(in app: MicroApp, for session: SessionDescription?, isActing: Bool) -> [Destination] {
        let sensible: [Destination]
        switch session?.role {
        // A guardian without a record has nothing of their own to look at.
        case .patient where session?.patient == nil && !isActing: sensible = [.home, .wards, .places, .sessions]
        case .patient: sensible = [.home, .appointments, .records, .wards, .places, .sessions]
        case .staff: sensible = [.home, .today, .patients, .imports, .invitations, .places, .sessions]
        case .operator: sensible = [.home, .imports, .invitations, .places, .sessions]
        case .unknown, nil: sensible = [.home, .places]
        }
        return sensible.filter { destination in destination.part.map(app.parts.contains) ?? true }
    }
}
