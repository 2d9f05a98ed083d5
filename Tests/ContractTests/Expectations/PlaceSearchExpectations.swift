import ClinicalRecordsData
import Colonnade
import Foundation
import MapsIO
import RepositoryFiles
import Testing

/// What clinical-records and appointments expect of `maps.searchPlaces`: the place of an organization, or of a clinic, by its name.
enum PlaceSearchExpectations {
    static let all: [Expectation] =
        [
            Expectation(records, .shape, findsOrganizations), Expectation(appointments, .shape, findsClinics),
        ]
        + [records, appointments].flatMap { use in
            [
                Expectation(use, .refusal, refuses), Expectation(use, .idempotence, answersAgain),
                Expectation(use, .cancel, cancels), Expectation(use, .deadline, ends),
            ]
        }

    private static let records: BoardUse = BoardUse("ClinicalRecords", "Maps", "searchPlaces")
    private static let appointments: BoardUse = BoardUse("Appointments", "Maps", "searchPlaces")

    private static func client(_ provider: RunningProvider) throws -> MapsClient {
        MapsClient(try provider.channel(to: MapsContract.descriptor))
    }

    private static func board(_ provider: RunningProvider) throws -> ProviderBoard {
        try provider.board("searchPlaces", of: MapsContract.descriptor)
    }

    /// By clinical-records' own repository: candidates with all the words, of which one has no other.
    private static func findsOrganizations(_ provider: RunningProvider) async throws {
        let places: PlaceRepository = PlaceRepository(maps: try client(provider), sleep: WorldClock.system.sleep)
        let names: [String] = ["SAINT ANNE'S HOSPITAL", "nobody has such a name", "hospital"]
        let (answers, areAll): ([String: [PlaceDataModel]], Bool) = await places.places(matching: Set(names))
        #expect(areAll && answers.count == names.count)
        let found: [PlaceDataModel] = try #require(answers[names[0]])
        #expect(found.first?.id == "us-fall-river-saint-annes-hospital" && found.first?.name == "Saint Anne's Hospital")
        #expect(found.first?.addressLines.isEmpty == false)
        for place: PlaceDataModel in found {
            #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "\(place)")
        }
        #expect(answers[names[1]] == [], "nothing found is no refusal")
        let many: [PlaceDataModel] = try #require(answers[names[2]])
        #expect(many.count > 1 && many.count <= 20 && Set(many.map(\.id)).count == many.count)
    }

    /// Each clinic of the launcher file has its place, and the best match is the only one that is asked for.
    private static func findsClinics(_ provider: RunningProvider) async throws {
        let maps: MapsClient = try client(provider)
        let launcher: String = try #require(Repository.text("deploy/launchers/clinic.yml"))
        let names: [String] = launcher.matches(of: /\n +place: ([^#\n]+)/).map { $0.1.trimmingCharacters(in: .whitespaces) }
        #expect(names.count >= 2)
        for name: String in names {
            let found: [Place] = try await maps.searchPlaces(PlaceSearch(text: name, limit: 1))
            #expect(found.map(\.name) == [name])
            #expect(found.first?.id.isEmpty == false && found.first?.address.city?.isEmpty == false && found.first?.distance == nil)
        }
    }

    private static func refuses(_ provider: RunningProvider) async throws {
        let maps: MapsClient = try client(provider)
        for limit: Int in [0, -1, 501] {
            let refusal: MapsRefusal? = try await CallEnds.refusal(MapsRefusal.self) {
                _ = try await maps.searchPlaces(PlaceSearch(text: "hospital", limit: limit))
            }
            guard case .invalidSearch(let reason)? = refusal else {
                Issue.record("a limit of \(limit) was met with \(String(describing: refusal))")
                continue
            }
            #expect(reason.contains("limit"), "the reason names the field")
        }
    }

    private static func answersAgain(_ provider: RunningProvider) async throws {
        let maps: MapsClient = try client(provider)
        let search: PlaceSearch = PlaceSearch(text: "hospital", limit: 20)
        let metadata: CallMetadata = CallMetadata(idempotencyKey: "the same call")
        let first: [Place] = try await CallMetadata.$current.withValue(metadata) { try await maps.searchPlaces(search) }
        let again: [Place] = try await CallMetadata.$current.withValue(metadata) { try await maps.searchPlaces(search) }
        #expect(first == again && !first.isEmpty)
    }

    /// Whoever leaves a search that maps is at is rid of it at once, and so is maps.
    private static func cancels(_ provider: RunningProvider) async throws {
        let maps: MapsClient = try client(provider)
        let search: LongSearch = try await LongSearch(in: provider)
        try await CallEnds.expectCancelled(MapsRefusal.self, at: try board(provider), search.run)
        #expect(try await maps.searchPlaces(PlaceSearch(text: "hospital", limit: 1)).count == 1)
    }

    private static func ends(_ provider: RunningProvider) async throws {
        let maps: MapsClient = try client(provider)
        let search: LongSearch = try await LongSearch(in: provider)
        try await CallEnds.expectDeadline(MapsRefusal.self, at: try board(provider), search.run)
        #expect(try await maps.searchPlaces(PlaceSearch(text: "hospital", limit: 1)).count == 1)
    }
}
