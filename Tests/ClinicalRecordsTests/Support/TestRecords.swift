import ClinicalRecordsData
import ClinicalRecordsDataDomainInterface
import ClinicalRecordsDomain
import ColonnadeContract
import ColonnadeTesting
import Foundation
import GRDB
import MapsIO
import Testing

/// The vertical below its boards, over a database in a folder of its own.
final class TestRecords: Sendable {
    let folder: TemporaryDirectory
    let database: RecordsDatabase
    let resources: ResourceRepository
    let importing: ImportBundleUseCase
    let summary: ViewSummaryUseCase
    let history: ReadHistoryUseCase
    let following: FollowHistoryUseCase

    /// - Parameter sleep: how long maps may take; for ever where nothing else is said.
    init(
        maps: any MapsInterface = FakeMaps(), limit: Int = 64 << 20, folder given: TemporaryDirectory? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await never() }
    ) throws {
        folder = try given ?? TemporaryDirectory()
        database = try RecordsDatabase(directory: folder.path)
        try database.migrate()
        resources = ResourceRepository(database)
        let bell: NewsBell = NewsBell()
        let bundles: BundleRepository = BundleRepository(database, indexing: HistoryRules(), bell: bell, byteLimit: limit)
        let places: PlacesByOrganization = PlacesByOrganization(PlaceRepository(maps: maps, sleep: sleep))
        let reading: HistoryFromResources = HistoryFromResources(resources, bell: bell)
        importing = ImportBundleUseCase(importing: BundlesIntoResources(bundles))
        summary = ViewSummaryUseCase(patients: PatientsFromResources(resources))
        history = ReadHistoryUseCase(history: reading, places: places)
        following = FollowHistoryUseCase(history: reading, places: places)
    }

    deinit {
        try? database.pool.close()
    }

    /// Imports a bundle in chunks of the given size.
    @discardableResult
    func load(_ bundle: [UInt8], chunk: Int = 65_536, name: String? = nil) async throws -> ImportReportDomainModel {
        let draft: any BundleImportInterface = try await importing.execute(name: name)
        do {
            var start: Int = 0
            while start < bundle.count {
                let end: Int = min(start + chunk, bundle.count)
                _ = try await draft.add(Array(bundle[start..<end]))
                start = end
            }
            return try await draft.finish()
        } catch {
            await draft.abandon()
            throw error
        }
    }

    @discardableResult
    func load(_ text: String, chunk: Int = 65_536) async throws -> ImportReportDomainModel {
        try await load(Array(text.utf8), chunk: chunk)
    }

    /// What the bundle is refused for; nil where it is imported.
    func problem(_ text: String) async throws -> BundleProblem? {
        try await problem(Array(text.utf8))
    }

    func problem(_ bytes: [UInt8]) async throws -> BundleProblem? {
        do {
            _ = try await load(bytes)
            return nil
        } catch let problem as BundleProblem {
            return problem
        }
    }

    /// All that is kept, as text: two databases with the same text hold the same.
    func contents() throws -> String {
        let orders: [(table: String, order: String)] = [("resource", "key"), ("subject", "patient, time, resource"), ("alias", "url")]
        return try database.pool.read { db in
            try orders.map { table, order in
                let rows: [Row] = try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY \(order)")
                let lines: [String] = rows.map { row in row.map { "\($0.0)=\(Self.text($0.1))" }.joined(separator: "|") }
                return ([table] + lines).joined(separator: "\n")
            }.joined(separator: "\n")
        }
    }

    /// Files that imports left behind.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/imports")
    }

    private static func text(_ value: DatabaseValue) -> String {
        if case .blob(let data) = value.storage { return String(decoding: data, as: UTF8.self) }
        return value.description
    }

    /// Every page of a history.
    func pages(
        _ patient: String, topics: Set<EntryTopicDomainModel> = [], from: Moment? = nil, until: Moment? = nil, size: Int = 50
    ) async throws -> [HistoryPageDomainModel] {
        var pages: [HistoryPageDomainModel] = []
        var cursor: String?
        repeat {
            let query: HistoryQueryDomainModel = HistoryQueryDomainModel(
                patient: patient, topics: topics, from: from, until: until, pageSize: size, cursor: cursor)
            let page: HistoryPageDomainModel = try await history.execute(query)
            pages.append(page)
            cursor = page.next
        } while cursor != nil
        return pages
    }
}

/// Waits until the task is cancelled.
func never() async throws {
    let (silence, _): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
    for await _: Void in silence {}
    throw CancellationError()
}
