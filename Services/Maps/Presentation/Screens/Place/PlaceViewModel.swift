import Colonnade
import ColonnadePresentation
import MapsDomain
import MapsIO

/// Shows one place.
final class PlaceViewModel: ViewModel {
    let output: ViewOutput<PlaceDomainModel>

    init(place: PlaceDomainModel) {
        output = ViewOutput(place)
    }

    var inputs: [ViewInput] {
        [.pressed("directions") { [output] in output.go(PlaceRoute.directionsWanted(to: output.state.id)) }]
    }
}
