import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// `/patients?search=smith`.
struct PatientsURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/patients"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(ClinicalRecordsLink.patients(search: parameters["search"]))
    }
}

/// `/patients/7`, or one's own: `/record`.
struct SummaryURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(ClinicalRecordsLink.summary(patient: parameters["id"]))
    }
}

/// `/patients/7/history`, or one's own: `/record/history`.
struct HistoryURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(ClinicalRecordsLink.history(patient: parameters["id"]))
    }
}

/// `/entries/Observation/7`.
struct EntryURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/entries/{type}/{id}"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(ClinicalRecordsLink.entry(id: "\(parameters["type"] ?? "")/\(parameters["id"] ?? "")"))
    }
}

/// `/import`.
struct ImportURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/import"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(ClinicalRecordsLink.importing)
    }
}
