import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// A patient's medical history: what is there page by page, and what comes.
final class HistoryViewModel: ViewModel {
    private static let pageSize: Int = 25

    let output: ViewOutput<HistoryState>
    private let sight: RecordSight
    private let reading: ReadHistoryUseCase
    private let following: FollowHistoryUseCase
    /// Where news begin: with what the first page does not have.
    private let start: String
    /// Rings when a page has come.
    private let loaded: NewsBell = NewsBell()

    /// Begins with the first page.
    init(
        of sight: RecordSight, topics: Set<EntryTopicDomainModel>, summary: ViewSummaryUseCase, reading: ReadHistoryUseCase,
        following: FollowHistoryUseCase
    ) async throws {
        (self.sight, self.reading, self.following) = (sight, reading, following)
        let name: String = try await refusing { try await summary.execute(patient: sight.patient) }.name.bounded(to: 200)
        var state: HistoryState = HistoryState(name: name, filter: HistoryState.Filter(topics: topics))
        let page: HistoryPageDomainModel = try await Self.page(of: sight, state.filter, after: nil, reading)
        state.begin(with: page, of: state.filter)
        output = ViewOutput(state)
        start = page.follow
    }

    var inputs: [ViewInput] {
        [.submitted(HistoryElement.filter, show), .pressed(HistoryElement.newest, newest)]
            + output.state.years.map { HistoryElement.list($0.name) }.flatMap { [.chosen($0, choose), .more($0, more)] }
    }

    /// Follows what is imported.
    func run() async throws {
        let query: FollowQueryDomainModel = FollowQueryDomainModel(patient: sight.patient, cursor: start)
        for try await batch: [RecordNewsDomainModel] in try await refusing({ try await following.execute(query) }) {
            // News may come long after the screen was opened.
            try await sight.check()
            try await pageHasCome()
            output.update { state in
                for news: RecordNewsDomainModel in batch {
                    switch news.subject {
                    case .added(let entry), .changed(let entry): state.place(entry)
                    case .takenBack(let id): state.remove(id)
                    case .following: break
                    }
                }
            }
        }
    }

    private func show(_ values: [String: ScreenValue]) async throws {
        let filter: HistoryState.Filter = HistoryState.Filter(
            topics: Set((values[HistoryElement.kinds]?.options ?? []).compactMap { EntryTopicDomainModel(id: $0) }),
            from: values[HistoryElement.from]?.day, until: values[HistoryElement.until]?.day)
        output.update { $0.asked = filter }
        if filter.isPossible { try await begin(with: filter) }
    }

    private func newest() async throws {
        try await begin(with: output.state.filter)
    }

    private func begin(with filter: HistoryState.Filter) async throws {
        try await load(filter, after: nil) { $0.begin(with: $1, of: filter) }
    }

    private func more(_ cursor: String) async throws {
        try await load(output.state.filter, after: cursor) { $0.goOn(with: $1) }
    }

    private func choose(_ entry: String) {
        output.go(HistoryRoute.entryChosen(id: entry))
    }

    /// News that come meanwhile wait: the page may have them already, or be without them.
    private func load(
        _ filter: HistoryState.Filter, after cursor: String?, _ take: (inout HistoryState, HistoryPageDomainModel) -> Void
    ) async throws {
        output.update { $0.isLoading = true }
        defer {
            output.update { $0.isLoading = false }
            loaded.ring()
        }
        try await sight.check()
        let page: HistoryPageDomainModel = try await Self.page(of: sight, filter, after: cursor, reading)
        output.update { take(&$0, page) }
    }

    private func pageHasCome() async throws {
        guard output.state.isLoading else { return }
        var rings: AsyncStream<Void>.AsyncIterator = loaded.listen().makeAsyncIterator()
        while output.state.isLoading {
            if await rings.next() == nil { throw CancellationError() }
        }
    }

    private static func page(
        of sight: RecordSight, _ filter: HistoryState.Filter, after cursor: String?, _ reading: ReadHistoryUseCase
    ) async throws -> HistoryPageDomainModel {
        try await refusing {
            try await reading.execute(
                HistoryQueryDomainModel(
                    patient: sight.patient, topics: filter.topics, from: filter.start, until: filter.end, pageSize: pageSize,
                    cursor: cursor))
        }
    }
}
