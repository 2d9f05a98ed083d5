import Colonnade
import ColonnadePresentation
import MapsIO

/// `/places?text=hospital`.
struct SearchURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/places"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(MapsLink.search(text: parameters["text"]))
    }
}

/// `/places/7`.
struct PlaceURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/places/{id}"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(MapsLink.place(id: parameters["id"] ?? ""))
    }
}

/// `/places/7/directions`.
struct DirectionsURLOpenerPlugin: URLOpenerPlugin {
    let matchingPath: String = "/places/{id}/directions"

    func mainboard(_ mainboard: Motherboard, openURLWithParameters parameters: LinkParameters) -> Route {
        Route(MapsLink.directions(to: parameters["id"] ?? ""))
    }
}
