import ClinicalRecordsDomain
import ColonnadeTesting
import MapsIO
import Testing

@Suite("Places")
struct PlaceTests {
    private static let carney: Place = Place(
        id: "carney", name: "Carney Hospital", kind: .hospital, coordinate: Coordinate(latitude: 42.27, longitude: -71.06),
        address: PlaceAddress(street: "2100 Dorchester Avenue", city: "Boston"))
    private static let pharmacy: Place = Place(
        id: "pharmacy", name: "Carney Hospital Pharmacy", kind: .pharmacy, coordinate: Coordinate(latitude: 42.27, longitude: -71.06),
        address: PlaceAddress(city: "Boston"))

    @Test("an encounter and what was found in it have the place of the organization")
    func found() async throws {
        let maps: FakeMaps = FakeMaps(places: [Self.pharmacy, Self.carney])
        let page: HistoryPageDomainModel = try await page(maps)
        #expect(page.placesKnown && page.entries.count == 4)
        for entry: RecordEntryDomainModel in page.entries {
            let isThere: Bool = ["Encounter/e1", "Observation/o1"].contains(entry.id)
            #expect(entry.place?.id == (isThere ? "carney" : nil), "\(entry.id)")
            #expect(entry.organization == (entry.id == "Encounter/e2" ? "Elsewhere, Nowhere" : isThere ? "CARNEY HOSPITAL, BOSTON" : nil))
        }
        #expect(page.entries.compactMap(\.place).first?.address == "2100 Dorchester Avenue, Boston")
        #expect(Set(maps.searches) == ["CARNEY HOSPITAL, BOSTON", "Elsewhere, Nowhere"] && maps.searches.count == 2)
    }

    @Test("organizations are looked for together, and not one after the other")
    func together() async throws {
        let maps: FakeMaps = FakeMaps(places: [Self.carney], together: 2)
        let page: HistoryPageDomainModel = try await within(.seconds(60), "a history with its places") { try await self.page(maps) }
        #expect(page.placesKnown && page.entries.contains { $0.place?.id == "carney" })
        #expect(Set(maps.searches).count == 2)
    }

    @Test("while maps is down the history is there, without places, and says so")
    func down() async throws {
        let maps: FakeMaps = FakeMaps(places: [Self.carney], isDown: true)
        let page: HistoryPageDomainModel = try await page(maps)
        #expect(!page.placesKnown && page.entries.count == 4 && page.entries.allSatisfy { $0.place == nil })
        #expect(page.entries.contains { $0.organization == "CARNEY HOSPITAL, BOSTON" })
        #expect(maps.searches.count <= 2, "each once")
    }

    @Test("maps is not asked where no record names an organization")
    func unasked() async throws {
        let maps: FakeMaps = FakeMaps(isDown: true)
        let records: TestRecords = try TestRecords(maps: maps)
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("o")]))
        #expect(try await records.history.execute(HistoryQueryDomainModel(patient: "p1")).placesKnown)
        #expect(maps.searches.isEmpty)
    }

    @Test("the history does not wait for maps that does not answer", .timeLimit(.minutes(1)))
    func late() async throws {
        let page: HistoryPageDomainModel = try await page(FakeMaps(isSilent: true)) { _ in }
        #expect(!page.placesKnown && page.entries.count == 4 && page.entries.allSatisfy { $0.place == nil })
    }

    private func page(
        _ maps: FakeMaps, patience sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await never() }
    ) async throws -> HistoryPageDomainModel {
        let records: TestRecords = try TestRecords(maps: maps, sleep: sleep)
        let encounter: String = ",\"encounter\":{\"reference\":\"Encounter/e1\"}"
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient(), TestBundle.organization("c", name: "CARNEY HOSPITAL", city: "BOSTON"),
                TestBundle.organization("x", name: "Elsewhere", city: "Nowhere"),
                TestBundle.encounter("e1", time: "2020-02-01T00:00:00Z", provider: "Organization/c"),
                TestBundle.encounter("e2", time: "2020-01-01T00:00:00Z", provider: "Organization/x"),
                TestBundle.observation("o1", time: "2020-02", more: encounter), TestBundle.observation("o2", time: "2020-02"),
            ]))
        return try await records.history.execute(HistoryQueryDomainModel(patient: "p1"))
    }
}
