import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import ColonnadePresentation
import ColonnadeSystemIO
import MapsIO

extension AppStep {
    /// Where a vertical's deep link leads; nil where it is none that is known here.
    init?(link: Route, of vertical: String) {
        let step: AppStep? =
            switch vertical {
            case "appointments": link.value(as: AppointmentsLink.self).flatMap(Self.step)
            case "authentication": link.value(as: AuthenticationLink.self).flatMap(Self.step)
            case "clinical-records": link.value(as: ClinicalRecordsLink.self).flatMap(Self.step)
            case "maps": link.value(as: MapsLink.self).flatMap(Self.step)
            default: nil
            }
        guard let step else { return nil }
        self = step
    }

    private static func step(_ link: AppointmentsLink) -> AppStep? {
        switch link {
        case .list(let patient): .appointments(.list(of: .patient(patient)))
        case .book(let patient): .appointments(.booking(for: .patient(patient), key: nil, near: nil))
        case .today(let clinic): .appointments(.today(clinic: clinic))
        case .appointment(let id): .appointments(.appointment(id: id, of: .patient(nil)))
        case .unknown: nil
        }
    }

    private static func step(_ link: AuthenticationLink) -> AppStep? {
        switch link {
        case .signIn: .signIn(.signIn)
        case .signUp(let code): .signIn(.signUp(code: code))
        case .invite: .account(.invite)
        case .sessions: .account(.sessions)
        case .wards: .account(.wards)
        case .unknown: nil
        }
    }

    private static func step(_ link: ClinicalRecordsLink) -> AppStep? {
        switch link {
        case .patients(let search): .records(.patients(search: search))
        case .summary(let patient): .records(.summary(patient: patient))
        case .history(let patient): .records(.history(patient: patient, kinds: []))
        case .entry(let id): .records(.entry(id: id))
        case .importing: .records(.imports)
        case .unknown: nil
        }
    }

    private static func step(_ link: MapsLink) -> AppStep? {
        switch link {
        case .search(let text): .places(.search(text: text))
        case .place(let id): .places(.place(id: id))
        case .directions(let place): .places(.directions(from: nil, to: .place(place)))
        case .unknown: nil
        }
    }
}
