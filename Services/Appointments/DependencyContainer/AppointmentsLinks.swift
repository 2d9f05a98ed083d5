import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// `/appointments?patient=7`.
struct ListURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/appointments"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(AppointmentsLink.list(patient: parameters["patient"]))
    }
}

/// `/appointments/new?patient=7`.
struct BookURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/appointments/new"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(AppointmentsLink.book(patient: parameters["patient"]))
    }
}

/// `/today?clinic=charite`.
struct TodayURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/today"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(AppointmentsLink.today(clinic: parameters["clinic"]))
    }
}

/// `/appointments/5f0e…`, by the appointment's UUID.
struct AppointmentURLOpenerPlugin: URLOpenerPlugin {
    private static let refusal: LinkRefusal = LinkRefusal("This is no appointment's address. Open it from the list of appointments.")

    let matchingPath: String = "/appointments/{id}"

    func validate(_ parameters: LinkParameters) throws(LinkRefusal) {
        guard parameters["id"].flatMap({ UUID(uuidString: $0) }) != nil else { throw Self.refusal }
    }

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) throws(LinkRefusal) -> Route {
        guard let id: UUID = parameters["id"].flatMap({ UUID(uuidString: $0) }) else { throw Self.refusal }
        return Route(AppointmentsLink.appointment(id: id))
    }
}
