import ClinicalRecordsDomain
import Foundation
import GRDB
import Testing

@Suite("Import")
struct ImportTests {
    @Test("the counts of every sample are those that a plain count gives")
    func counts() async throws {
        let samples: [(name: String, bytes: [UInt8])] = try Samples.all()
        #expect(samples.count >= 2)
        for sample in samples {
            let records: TestRecords = try TestRecords()
            let report: ImportReportDomainModel = try await records.load(sample.bytes, name: sample.name)
            let plain: PlainCount = try PlainCount(sample.bytes)
            #expect(report.entries == plain.entries && report.added == plain.entries && report.bytes == sample.bytes.count)
            #expect(report.patients == plain.patients && report.name == sample.name)
            for patient: String in plain.patients {
                let summary: RecordSummaryDomainModel = try await records.summary.execute(patient: patient)
                #expect(summary.counts == plain.counts[patient], "\(sample.name)")
                #expect(summary.name == plain.names[patient] && summary.birthDate == plain.birthDates[patient])
            }
            #expect(try records.leftovers().isEmpty)
        }
    }

    @Test("importing again changes nothing")
    func twice() async throws {
        let records: TestRecords = try TestRecords()
        for sample in try Samples.all() {
            let first: ImportReportDomainModel = try await records.load(sample.bytes)
            let before: String = try records.contents()
            let second: ImportReportDomainModel = try await records.load(sample.bytes)
            #expect(second.unchanged == first.entries && second.added == 0 && second.changed == 0)
            #expect(try records.contents() == before)
        }
    }

    @Test("the pieces in which the bytes come do not matter", arguments: [1, 7, 4_096])
    func chunks(size: Int) async throws {
        let bytes: [UInt8] = try Samples.bundle("ana-keller-2025")
        let whole: TestRecords = try TestRecords()
        let cut: TestRecords = try TestRecords()
        try await whole.load(bytes)
        try await cut.load(bytes, chunk: size)
        #expect(try whole.contents() == cut.contents())
    }

    @Test("a resource that is different is changed, and counted as such")
    func change() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("o1"), TestBundle.observation("o2")]))
        let report: ImportReportDomainModel = try await records.load(
            TestBundle.bundle(
                type: "collection",
                [
                    TestBundle.patient(family: "Okafor"), TestBundle.observation("o2"), TestBundle.observation("o3"),
                ]))
        #expect(report.added == 1 && report.changed == 1 && report.unchanged == 1)
        let summary: RecordSummaryDomainModel = try await records.summary.execute(patient: "p1")
        #expect(summary.name == "Ana Okafor" && summary.counts == ["Observation": 3] && summary.birthDate == "1986-03")
    }

    @Test("white space and the order of a Bundle's members do not matter")
    func layout() async throws {
        let records: TestRecords = try TestRecords()
        let resource: String = "{ \"resourceType\" : \"Patient\",\n\t\"id\" : \"p1\" }"
        let report: ImportReportDomainModel = try await records.load(
            "\n{ \"entry\" : [ { \"resource\" : \(resource) } ], \"meta\":{\"entry\":[1]}, \"type\":\"collection\", \"resourceType\":\"Bundle\" }\n"
        )
        #expect(report.added == 1)
        let again: ImportReportDomainModel = try await records.load(
            TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Patient\",\"id\":\"p1\"}")]))
        #expect(again.unchanged == 1)
    }

    @Test("a Bundle without entries is a Bundle")
    func empty() async throws {
        let records: TestRecords = try TestRecords()
        #expect(try await records.load("{\"resourceType\":\"Bundle\",\"type\":\"collection\"}").entries == 0)
        #expect(try await records.load(TestBundle.bundle([])).entries == 0)
    }

    @Test("imports at the same time each keep all of theirs")
    func concurrent() async throws {
        let records: TestRecords = try TestRecords()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for patient: Int in 0..<6 {
                group.addTask {
                    let entries: [String] = (0..<40).map { TestBundle.observation("o\(patient)-\($0)", of: "Patient/p\(patient)") }
                    try await records.load(TestBundle.bundle([TestBundle.patient("p\(patient)")] + entries), chunk: 512)
                }
            }
            try await group.waitForAll()
        }
        for patient: Int in 0..<6 {
            #expect(try await records.summary.execute(patient: "p\(patient)").counts == ["Observation": 40])
        }
    }

    @Test("the same bundle imported at the same time is there once")
    func concurrentTwins() async throws {
        let records: TestRecords = try TestRecords()
        let bytes: [UInt8] = try Samples.bundle("ana-keller")
        let reports: [ImportReportDomainModel] = try await withThrowingTaskGroup(of: ImportReportDomainModel.self) { group in
            for _: Int in 0..<4 { group.addTask { try await records.load(bytes, chunk: 256) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.filter { $0.added > 0 }.count == 1)
        #expect(reports.filter { $0.unchanged == $0.entries }.count == 3)
    }

    @Test("a commit is on disk when it returns")
    func durability() async throws {
        let records: TestRecords = try TestRecords()
        let (mode, synchronous): (String?, Int?) = try await records.database.pool.writeWithoutTransaction { db in
            (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
        }
        #expect(mode == "wal" && synchronous == 2)
    }

    @Test("the next import is refused while as many as may run are running")
    func tooMany() async throws {
        let records: TestRecords = try TestRecords()
        var drafts: [any BundleImportInterface] = []
        for _: Int in 0..<8 { drafts.append(try await records.importing.execute(name: nil)) }
        await #expect(throws: BundleProblem.tooManyImports(limit: 8)) { try await records.importing.execute(name: nil) }
        await drafts[0].abandon()
        await drafts[0].abandon()
        await #expect(throws: Never.self) { try await records.importing.execute(name: nil) }
        #expect(try records.leftovers().count <= 8)
    }
}

/// What a bundle holds, counted with Foundation's JSON alone.
private struct PlainCount {
    var entries: Int = 0
    var patients: [String] = []
    var names: [String: String] = [:]
    var birthDates: [String: String] = [:]
    var counts: [String: [String: Int]] = [:]

    init(_ bytes: [UInt8]) throws {
        let bundle: [String: Any] = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let resources: [[String: Any]] = (bundle["entry"] as? [[String: Any]] ?? []).compactMap { $0["resource"] as? [String: Any] }
        entries = resources.count
        for resource: [String: Any] in resources {
            guard let type: String = resource["resourceType"] as? String, let id: String = resource["id"] as? String else { continue }
            if type == "Patient" {
                patients.append(id)
                let name: [String: Any] = (resource["name"] as? [[String: Any]])?.first ?? [:]
                names[id] = ((name["given"] as? [String] ?? []) + [name["family"] as? String ?? ""]).joined(separator: " ")
                birthDates[id] = resource["birthDate"] as? String
            }
            let references: [String] = ["subject", "patient"].compactMap { (resource[$0] as? [String: Any])?["reference"] as? String }
            if let patient: String = references.first?.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) {
                counts[patient, default: [:]][type, default: 0] += 1
            }
        }
    }
}
