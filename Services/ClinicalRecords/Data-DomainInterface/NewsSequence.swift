import ClinicalRecordsData
import ClinicalRecordsDomain
import ColonnadeContract

/// News from a change on, in the order of import: what is there in batches, then what comes.
struct NewsSequence: AsyncSequence, Sendable {
    typealias Element = [RecordNewsDomainModel]
    typealias Failure = any Error

    let repository: ResourceRepository
    let bell: NewsBell
    let filter: RecordFilter
    let start: Int64

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(news: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// Few enough to hold, many enough to be quick.
        private static let batch: Int = 100

        private let news: NewsSequence
        private var rings: AsyncStream<Void>.AsyncIterator
        private var change: Int64
        private var hasBegun: Bool = false
        /// Nothing was read yet, or a whole batch.
        private var mayHaveMore: Bool = true

        init(news: NewsSequence) {
            self.news = news
            rings = news.bell.listen().makeAsyncIterator()
            change = news.start
        }

        mutating func next() async throws -> [RecordNewsDomainModel]? {
            guard hasBegun else {
                hasBegun = true
                return [RecordNewsDomainModel(.following, cursor: RecordCursor.text(change: change))]
            }
            while true {
                if !mayHaveMore, await rings.next(isolation: #isolation) == nil { throw CancellationError() }
                let rows: [ResourceDataModel] = try await news.repository.changes(after: change, news.filter, limit: Self.batch)
                mayHaveMore = rows.count == Self.batch
                if let last: ResourceDataModel = rows.last {
                    let seen: Int64 = change
                    change = last.changed
                    return try rows.compactMap { row in try Self.news(row, since: seen) }
                }
            }
        }

        private static func news(_ row: ResourceDataModel, since seen: Int64) throws -> RecordNewsDomainModel? {
            let cursor: String = RecordCursor.text(change: row.changed)
            guard row.isEntry else {
                // Who has not seen it need not hear that it was taken back.
                return row.added > seen ? nil : RecordNewsDomainModel(.takenBack(id: row.key), cursor: cursor)
            }
            guard let entry: RecordEntryDomainModel = try EntryWording.entry(row) else { return nil }
            return RecordNewsDomainModel(row.added > seen ? .added(entry) : .changed(entry), cursor: cursor)
        }
    }
}
