import ColonnadeTesting
import MapsDomain
import Testing

@testable import MapsData
@testable import MapsDataDomainInterface

@Suite("Taking places in")
struct ImportPlacesTests {
    private let directory: TemporaryDirectory
    private let places: any PlacesRepository

    init() throws {
        directory = try TemporaryDirectory()
        places = PlacesStore.sqlite.repository(in: directory.path)
    }

    private func document(_ names: String...) -> String {
        let features: [String] = names.map {
            #"{"type":"Feature","id":"\#($0)","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"\#($0)"}}"#
        }
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    }

    private func importing(_ path: String) -> ImportPlaces {
        ImportPlaces(places: places, file: ConfiguredPlacesFile(path: path))
    }

    private func names() async throws -> [String] {
        try await places.places(limit: 100).map(\.id)
    }

    @Test("The configured file is loaded once, and again when it has changed")
    func loadsConfiguredFileOnce() async throws {
        let path: String = try directory.write(document("a", "b"), to: "places.geojson")
        let imports: ImportPlaces = importing(path)
        #expect(try await imports.importConfiguredFileIfChanged()?.added == 2)
        #expect(try await imports.importConfiguredFileIfChanged() == nil)
        _ = try await imports.importPlaces(document: Array(document("own").utf8), mode: .add)
        _ = try directory.write(document("b", "c"), to: "places.geojson")
        let summary: PlacesLoadSummaryDomainModel? = try await imports.importConfiguredFileIfChanged()
        #expect(summary == PlacesLoadSummaryDomainModel(added: 1, updated: 0, unchanged: 1, removed: 1))
        #expect(try await names() == ["b", "c", "own"])
    }

    @Test("Replacing leaves the new places only, adding keeps the old")
    func replacesAndAdds() async throws {
        let imports: ImportPlaces = importing("")
        _ = try await imports.importPlaces(document: Array(document("a", "b").utf8), mode: .add)
        _ = try await imports.importPlaces(document: Array(document("b", "c").utf8), mode: .add)
        #expect(try await names() == ["a", "b", "c"])
        let summary: PlacesLoadSummaryDomainModel = try await imports.importPlaces(
            document: Array(document("c", "d").utf8), mode: .replace)
        #expect(summary == PlacesLoadSummaryDomainModel(added: 1, updated: 0, unchanged: 1, removed: 2))
        #expect(try await names() == ["c", "d"])
    }

    @Test("A bad document changes nothing, and a bad file is not taken for loaded")
    func refusesBadDocuments() async throws {
        let path: String = try directory.write(document("a"), to: "places.geojson")
        let imports: ImportPlaces = importing(path)
        _ = try await imports.importConfiguredFileIfChanged()
        await #expect(throws: MapsError.badGeoJSON(at: "type", reason: "is missing")) {
            try await imports.importPlaces(document: Array("{}".utf8), mode: .replace)
        }
        _ = try directory.write("{", to: "places.geojson")
        await #expect(throws: MapsError.self) { try await imports.importConfiguredFileIfChanged() }
        await #expect(throws: MapsError.self) { try await imports.importConfiguredFileIfChanged() }
        #expect(try await names() == ["a"])
    }

    @Test("A file that is missing, or none at all, is refused by its path", arguments: ["", "/missing/places.geojson"])
    func refusesMissingFiles(_ path: String) async {
        await #expect {
            _ = try await importing(path).importConfiguredFile(mode: .add)
        } throws: { error in
            guard case .unreadableFile(path, _)? = error as? MapsError else { return false }
            return true
        }
    }

    @Test("A file that is too long is refused without reading all of it")
    func refusesLongFiles() async throws {
        let path: String = try directory.write("0123456789", to: "long.geojson")
        await #expect(throws: PlacesFileError.tooLarge(limit: 9)) { try await ConfiguredPlacesFile(path: path).read(limit: 9) }
        #expect(try await ConfiguredPlacesFile(path: path).read(limit: 10).bytes.count == 10)
    }
}
