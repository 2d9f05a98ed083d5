import ColonnadeTesting
import MapsDomain
import Testing

@testable import MapsData
@testable import MapsDataDomainInterface

@Suite("The places that ship with the repository")
struct ShippedPlacesTests {
    @Test("All of them are read, with kinds that the domain knows and an address")
    func areValid() async throws {
        let places: [PlaceDataModel] = try await GeoJSONReader().places(in: ShippedPlaces.bytes())
        #expect(places.count >= 80)
        #expect(places.allSatisfy { PlaceKindDomainModel(rawValue: $0.kind) != nil })
        #expect(places.allSatisfy { $0.street != nil && $0.city != nil && $0.country != nil })
    }

    @Test(
        "The organisations of the sample records are found by the name in the records",
        arguments: [
            ("CARNEY HOSPITAL BOSTON", "us-boston-carney-hospital"),
            ("SAINT ANNE'S HOSPITAL FALL RIVER", "us-fall-river-saint-annes-hospital"),
            ("WINCHESTER HOSPITAL WINCHESTER", "us-winchester-winchester-hospital"),
            ("CARNEY HOSPITAL", "us-boston-carney-hospital"),
        ])
    func holdTheSampleData(_ text: String, _ id: String) async throws {
        let directory: TemporaryDirectory = try TemporaryDirectory()
        let repository: any PlacesRepository = PlacesStore.sqlite.repository(in: directory.path)
        let imports: ImportPlaces = ImportPlaces(places: repository, file: ConfiguredPlacesFile(path: ShippedPlaces.path))
        _ = try await imports.importConfiguredFileIfChanged()
        #expect(try await repository.places(text: text, limit: 5).first?.id == id)
    }
}
