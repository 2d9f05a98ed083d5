public import AuthenticationIO
public import ColonnadePresentation

/// Where an app can be.
public enum AppStep: FlowStep {
    /// The tiles of the home page.
    case home
    /// Somewhere in signing in.
    case signIn(SignInStep)
    /// Somewhere in what belongs to the person's account.
    case account(AccountStep)
    /// Somewhere among the appointments.
    case appointments(AppointmentsStep)
    /// Somewhere in the records.
    case records(RecordsStep)
    /// Somewhere among the places.
    case places(PlacesStep)

    /// What an app must have for the step; nil for nothing.
    var part: AppPart? {
        switch self {
        case .home, .signIn, .account: nil
        case .appointments: .appointments
        case .records: .records
        case .places: .maps
        }
    }

    /// Whether it is shown over the page, which stays as it is.
    var isOverPage: Bool {
        switch self {
        case .signIn, .account(.wards): true
        case .home, .account, .appointments, .records, .places: false
        }
    }

    /// Where somebody is led who asks for what is their own: to what is the minor's for whom they act.
    func whileActing(for ward: SignedIn?) -> AppStep {
        guard ward != nil else { return self }
        return switch self {
        case .appointments(.list(of: .patient(nil))): .appointments(.list(of: .ward))
        case .appointments(.booking(for: .patient(nil), let key, let near)): .appointments(.booking(for: .ward, key: key, near: near))
        case .records(.summary(patient: nil)): .records(.wardHistory(kinds: []))
        case .records(.history(patient: nil, let kinds)): .records(.wardHistory(kinds: kinds))
        default: self
        }
    }
}

/// What happens in one flow, and leads into another or concerns the whole page.
public enum AppRoute: Sendable {
    /// Somebody has a session.
    case signedIn(SignedIn)
    /// The person's own session was ended.
    case signedOut
    /// From here on the person acts for this minor; nil for themselves.
    case actingFor(SignedIn?)
    /// A step of another flow comes next.
    case onward(AppStep)
    /// The person asks for a file.
    case download(Download)
}
