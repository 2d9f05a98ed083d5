import ColonnadeContract
import ColonnadeSystemIO

/// Places, and the way to them.
public protocol MapsInterface: Interface where Refused == MapsRefusal {
    /// Places that match a query: nearest first where a coordinate is given, else best match first.
    func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place]

    /// The place with this id; refuses with ``MapsRefusal/unknownPlace(_:)`` where there is none.
    func place(_ input: PlaceID) async throws(Failure) -> Place

    /// The way from one point to another as the crow flies: along the great circle, not along roads.
    func directions(_ input: DirectionsRequest) async throws(Failure) -> Directions

    /// Shows a map with some places, and answers what the user does on it. Done once a place was picked as the policy
    /// says, not done when the map was dismissed, when the commands were finished without a pick, or when none has come for ten minutes.
    func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput>

    /// Loads places from GeoJSON (RFC 7946), all or nothing. The commands are the document's bytes in order; progress
    /// comes first, the summary last. The operator's alone, where each consumer has an edge of its own.
    func loadPlaces(_ input: PlacesLoad, _ commands: Commands<[UInt8]>) -> Outputs<PlacesLoadOutput>

    /// Looks for places, in words and on a map. Its routes are ``SearchRoute``. Not done after ten minutes of silence, as each of maps' screens.
    func searchScreen(_ input: SearchScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// A map on which a place is picked, as the configuration says. Its routes are ``PickPlaceRoute``; done once one was picked.
    func pickPlaceScreen(_ input: MapConfiguration, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// All that is known of a place. Its routes are ``PlaceRoute``; refuses with ``MapsRefusal/unknownPlace(_:)`` where there is none.
    func placeScreen(_ input: PlaceScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// The way to a place, in words and drawn. Its routes are ``DirectionsRoute``.
    func directionsScreen(_ input: DirectionsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
}

/// A point on the earth, WGS 84.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// What a place is.
public enum PlaceKind: Hashable, Sendable {
    /// As the source calls it, or the nearest of these.
    case hospital, clinic, practice, pharmacy, laboratory, other
    case unknown(Unrecognized)
}

/// Where post reaches a place; every part as people there write it, street and house number in one.
public struct PlaceAddress: Hashable, Sendable {
    /// With the house number.
    public let street: String?
    /// The town, as in the postal address.
    public let city: String?
    /// State, county, canton or the like.
    public let region: String?
    /// As it is written there, with its letters and spaces.
    public let postalCode: String?
    /// The country's name or its ISO 3166-1 code, as the source has it.
    public let country: String?

    public init(street: String? = nil, city: String? = nil, region: String? = nil, postalCode: String? = nil, country: String? = nil) {
        self.street = street
        self.city = city
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }
}

/// A place that maps knows.
public struct Place: Hashable, Sendable {
    /// Stays the same when the place is loaded again.
    public let id: String
    /// What people call it.
    public let name: String
    /// What it is.
    public let kind: PlaceKind
    /// Where it is.
    public let coordinate: Coordinate
    /// Where post reaches it.
    public let address: PlaceAddress
    /// As the source writes it; nil where it has none.
    public let phone: String?
    /// Metres from the coordinate that was asked for; nil where none was.
    public let distance: Double?

    public init(
        id: String, name: String, kind: PlaceKind, coordinate: Coordinate, address: PlaceAddress = PlaceAddress(), phone: String? = nil,
        distance: Double? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.coordinate = coordinate
        self.address = address
        self.phone = phone
        self.distance = distance
    }
}

/// Names a place.
public struct PlaceID: Idempotent, Hashable, Sendable {
    /// As in ``Place/id``.
    public let id: String

    public init(id: String) {
        self.id = id
    }
}

/// Which places are wanted: by text, by distance, or both. With neither, all places by name.
public struct PlaceSearch: Idempotent, Hashable, Sendable {
    /// Words, whole or beginnings, that must all be in name or address; case and accents make no difference.
    public let text: String?
    /// The point to measure from; the nearest place comes first.
    public let near: Coordinate?
    /// Only places at most so many metres from ``near``, above 0.
    public let within: Double?
    /// At most so many places, 1 to 500; nil is 20.
    public let limit: Int?

    public init(text: String? = nil, near: Coordinate? = nil, within: Double? = nil, limit: Int? = nil) {
        self.text = text
        self.near = near
        self.within = within
        self.limit = limit
    }
}

/// One end of a way.
public enum Waypoint: Hashable, Sendable {
    /// A known place, by its id.
    case place(String)
    /// Any point.
    case coordinate(Coordinate)
}

/// From where to where.
public struct DirectionsRequest: Idempotent, Hashable, Sendable {
    /// Where the way begins.
    public let from: Waypoint
    /// Where the way ends.
    public let to: Waypoint

    public init(from: Waypoint, to: Waypoint) {
        self.from = from
        self.to = to
    }
}

/// A straight way over the earth. Roads are not known to maps, and the steps say so.
public struct Directions: Hashable, Sendable {
    /// Where the way begins.
    public let from: Coordinate
    /// Where the way ends.
    public let to: Coordinate
    /// Great-circle distance in metres.
    public let distance: Double
    /// Degrees clockwise from north, 0 up to but not including 360; nil where both ends are the same point.
    public let initialBearing: Double?
    /// The way in words, one step each, in order.
    public let steps: [String]

    public init(from: Coordinate, to: Coordinate, distance: Double, initialBearing: Double?, steps: [String]) {
        self.from = from
        self.to = to
        self.distance = distance
        self.initialBearing = initialBearing
        self.steps = steps
    }
}

/// How the map behaves, and when it is over.
public struct MapConfiguration: Hashable, Sendable {
    /// Whether ``MapCommand/search(_:)`` finds places.
    public let isSearchEnabled: Bool
    /// When the map is over.
    public let selectionPolicy: MapReturnSelectionPolicy

    public init(isSearchEnabled: Bool = true, selectionPolicy: MapReturnSelectionPolicy) {
        self.isSearchEnabled = isSearchEnabled
        self.selectionPolicy = selectionPolicy
    }

    public init(isSearchEnabled: Bool = true, showDetailSelectable: Bool = false) {
        self.isSearchEnabled = isSearchEnabled
        self.selectionPolicy = .showDetails(selectable: showDetailSelectable)
    }

    /// What counts as having picked a place.
    public enum MapReturnSelectionPolicy: Hashable, Sendable {
        /// Asking for the directions to a place picks it.
        case userAsksForDirections
        /// Places show their details and directions, and can be selected where `selectable` says so.
        case showDetails(selectable: Bool)

        /// Whether asking for directions is what picks.
        public var isUserAsksForDirections: Bool { self == .userAsksForDirections }

        /// Whether details can be selected; nil where asking for directions picks.
        public var showDetails: Bool? {
            if case .showDetails(let selectable) = self { selectable } else { nil }
        }
    }
}

/// The part of the earth that the map shows: a circle.
public struct MapRegion: Hashable, Sendable {
    /// The middle of the circle.
    public let center: Coordinate
    /// Metres, above 0.
    public let radius: Double

    public init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
    }
}

/// What the user does on the map.
public enum MapCommand: Hashable, Sendable {
    /// Words as in ``PlaceSearch/text``; the nearest to the region's centre come first once the map was moved.
    case search(String)
    /// Shows another part of the earth, and the places in it.
    case moveTo(MapRegion)
    /// Shows the details of the place with this id.
    case showDetails(String)
    /// Picks the place with this id, where the policy lets it be selected.
    case select(String)
    /// Directions to the place `to`, from the region's centre where `from` is nil. Picks the place if the policy says so.
    case askForDirections(to: String, from: Coordinate?)
    /// Ends the map without a pick.
    case dismiss
}

/// What the map answers.
public enum MapOutput: Hashable, Sendable {
    /// The places on the map now.
    case showing([Place])
    /// Answers ``MapCommand/showDetails(_:)``.
    case details(Place)
    /// Answers ``MapCommand/askForDirections(to:from:)``.
    case directions(Directions)
    /// The picked place; always the last output.
    case selected(Place)
    /// The last command can not be done; the map stays as it was.
    case notPossible(MapProblem)
    case unknown(Unrecognized)
}

/// Why a command can not be done.
public enum MapProblem: Hashable, Sendable {
    /// No place has this id.
    case unknownPlace(String)
    /// The configuration lets nobody search.
    case searchIsOff
    /// The policy does not let a place be selected.
    case notSelectable
    /// Directions need a start: give `from`, or move the map first.
    case noStart
    /// The words are none that can be searched for; the reason says why.
    case invalidSearch(reason: String)
    /// The coordinate or the radius is out of range.
    case invalidRegion
    case unknown(Unrecognized)
}

/// Where places come from, and what becomes of those that are there.
public struct PlacesLoad: Hashable, Sendable {
    /// Where the document comes from.
    public let source: Source
    /// What becomes of the places that are there.
    public let mode: Mode

    public init(source: Source, mode: Mode) {
        self.source = source
        self.mode = mode
    }

    /// Where the document comes from.
    public enum Source: Hashable, Sendable {
        /// The document comes as commands, at most 16 MiB in all.
        case commands
        /// The file that the configuration names; commands are ignored.
        case configuredFile
    }

    /// What becomes of the places that are there.
    public enum Mode: Hashable, Sendable {
        /// Every place that is there goes.
        case replace
        /// Places stay; one with the same id takes the new values.
        case add
    }
}

/// How a load goes on, and what came of it.
public enum PlacesLoadOutput: Hashable, Sendable {
    /// So many bytes of the document have come.
    case progress(bytes: Int)
    /// The last output.
    case summary(PlacesLoadSummary)
    case unknown(Unrecognized)
}

/// What a load did, in places.
public struct PlacesLoadSummary: Hashable, Sendable {
    /// Not known before.
    public let added: Int
    /// Known, and different now.
    public let updated: Int
    /// Known just so.
    public let unchanged: Int
    /// Known before, and gone.
    public let removed: Int

    public init(added: Int, updated: Int, unchanged: Int, removed: Int) {
        self.added = added
        self.updated = updated
        self.unchanged = unchanged
        self.removed = removed
    }
}

/// What the search begins with.
public struct SearchScreenInput: Hashable, Sendable {
    /// Words as in ``PlaceSearch/text``, as if they were typed; nil for none.
    public let text: String?

    public init(text: String? = nil) {
        self.text = text
    }
}

/// What has happened on the screen of the search.
public enum SearchRoute: Hashable, Sendable {
    /// A place was chosen, by its ``Place/id``.
    case placeChosen(id: String)
    case unknown(Unrecognized)
}

/// What has happened on the map on which a place is picked.
public enum PickPlaceRoute: Hashable, Sendable {
    /// The place was picked.
    case placePicked(Place)
    /// The map was closed without a pick.
    case dismissed
    case unknown(Unrecognized)
}

/// Which place is shown.
public struct PlaceScreenInput: Hashable, Sendable {
    /// As in ``Place/id``.
    public let id: String

    public init(id: String) {
        self.id = id
    }
}

/// What has happened on the screen of a place.
public enum PlaceRoute: Hashable, Sendable {
    /// The person asks for the way to this place, by its ``Place/id``.
    case directionsWanted(to: String)
    case unknown(Unrecognized)
}

/// Which way is shown.
public struct DirectionsScreenInput: Hashable, Sendable {
    /// Where the way begins; nil where the person says it on the screen.
    public let from: Waypoint?
    /// Where the way ends.
    public let to: Waypoint

    public init(from: Waypoint? = nil, to: Waypoint) {
        self.from = from
        self.to = to
    }
}

/// What has happened on the screen of a way.
public enum DirectionsRoute: Hashable, Sendable {
    /// One end of the way was chosen, by its ``Place/id``.
    case placeChosen(id: String)
    case unknown(Unrecognized)
}

/// What maps' deep links lead to.
public enum MapsLink: Hashable, Sendable {
    /// Searching, with a text that is searched for at once.
    case search(text: String?)
    /// One place.
    case place(id: String)
    /// The way to a place.
    case directions(to: String)
    case unknown(Unrecognized)
}

/// Why maps refuses.
public enum MapsRefusal: Refusal, Hashable {
    /// No place has this id.
    case unknownPlace(String)
    /// A coordinate is no point of the earth.
    case invalidCoordinate(Coordinate)
    /// The search contradicts itself or is out of range; the reason names the field.
    case invalidSearch(reason: String)
    /// No places can be read from the document. `at` is a path in it, as `features[3].geometry`, or line and column.
    case badGeoJSON(at: String, reason: String)
    /// The document is longer than `limit` bytes.
    case tooLarge(limit: Int)
    /// The configured file can not be read, or none is configured.
    case unreadableFile(path: String, reason: String)
    /// The board is not the caller's to call: places are loaded by the operator.
    case notAllowed
    /// The caller went silent, or took too long, before it had said that the document was complete.
    case interrupted(received: Int)
}
