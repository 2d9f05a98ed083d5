import ClinicalRecordsDomain
import Testing

@testable import ClinicalRecordsData

@Suite("Large resources")
struct LargeResourceTests {
    @Test("a page and a batch end where they have enough bytes, and lose nothing")
    func budget() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient()]))
        let start: Int64 = try await records.resources.lastChange()
        let note: String = ",\"note\":[{\"text\":\"\(String(repeating: "x", count: 6 << 20))\"}]"
        try await records.load(TestBundle.bundle((0..<7).map { TestBundle.observation("o\($0)", time: "200\($0)", more: note) }))
        let pages: [HistoryPageDomainModel] = try await records.pages("p1", size: 100)
        #expect(pages.map(\.entries.count) == [3, 3, 1])
        #expect(pages.flatMap(\.entries).map(\.id) == (0..<7).reversed().map { "Observation/o\($0)" })
        let filter: RecordFilter = RecordFilter(patient: "p1", types: ["Observation"])
        var batches: [[String]] = []
        var change: Int64 = start
        while true {
            let batch: [ResourceDataModel] = try await records.resources.changes(after: change, filter, limit: 100)
            guard let last: ResourceDataModel = batch.last else { break }
            batches.append(batch.map(\.key))
            change = last.changed
        }
        #expect(batches.map(\.count) == [3, 3, 1] && batches.flatMap(\.self) == (0..<7).map { "Observation/o\($0)" })
    }
}
