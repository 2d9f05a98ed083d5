import MapsDataDomainInterface
import MapsDomain

/// What people can do with maps: the use cases, over what implements the domain's interfaces.
struct MapsDomainLayerContainer: Sendable {
    private let search: any SearchPlacesInterface
    private let finder: any FindPlaceInterface
    private let directions: any MakeDirectionsInterface
    private let importing: any ImportPlacesInterface

    init(data: MapsDataLayerContainer) {
        search = SearchPlaces(places: data.places)
        finder = FindPlace(places: data.places)
        directions = MakeDirections()
        importing = ImportPlaces(places: data.places, file: data.configuredFile)
    }

    var searchPlaces: SearchPlacesUseCase { SearchPlacesUseCase(search: search) }

    var viewPlace: ViewPlaceUseCase { ViewPlaceUseCase(finder: finder) }

    var askForDirections: AskForDirectionsUseCase { AskForDirectionsUseCase(finder: finder, maker: directions) }

    var pickPlace: PickPlaceUseCase { PickPlaceUseCase(search: search, finder: finder, maker: directions) }

    var loadPlaces: LoadPlacesUseCase { LoadPlacesUseCase(places: importing) }

    var loadConfiguredPlaces: LoadConfiguredPlacesUseCase { LoadConfiguredPlacesUseCase(places: importing) }
}
