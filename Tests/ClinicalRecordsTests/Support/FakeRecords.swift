import ClinicSessions
import ClinicalRecordsDomain
import Colonnade
import ColonnadeTesting
import Synchronization

@testable import ClinicalRecordsPresentation

/// Records of one patient, `p1`, as a test has them: what the use cases of a screen stand on.
final class FakeRecords: ReadHistoryInterface, SummarizePatientInterface, FindPlacesInterface, FindPatientsInterface {
    /// What was asked for, in order.
    let asked: Mailbox<HistoryQueryDomainModel> = Mailbox()
    /// Whether the session may see the patient.
    let isAllowed: Mutex<Bool> = Mutex(true)
    private let entries: Mutex<[RecordEntryDomainModel]>
    private let news: (stream: AsyncStream<[RecordNewsDomainModel]>, continuation: AsyncStream<[RecordNewsDomainModel]>.Continuation) =
        AsyncStream.makeStream()

    /// - Parameter entries: newest first.
    init(_ entries: [RecordEntryDomainModel]) {
        self.entries = Mutex(entries)
    }

    var access: PatientAccess {
        PatientAccess(
            session: { [self] () throws(SessionError) in
                guard isAllowed.withLock(\.self) else { throw .revoked }
                return SignedSessions.staff
            }, verify: { _ throws(SessionError) in throw SessionError.unverifiable })
    }

    /// A history's model, as its board makes it.
    func historyModel(topics: Set<EntryTopicDomainModel> = []) async throws -> HistoryViewModel {
        try await HistoryViewModel(
            of: try await .ofPatient("p1", access), topics: topics, summary: ViewSummaryUseCase(patients: self),
            reading: ReadHistoryUseCase(history: self, places: self), following: FollowHistoryUseCase(history: self, places: self))
    }

    func tell(_ entries: RecordEntryDomainModel...) {
        news.continuation.yield(entries.map { RecordNewsDomainModel(.added($0), cursor: "f.1") })
    }

    static func entry(
        _ id: String, at seconds: Int64?, _ topic: EntryTopicDomainModel = .observation, title: String = "Pulse", value: String? = nil
    ) -> RecordEntryDomainModel {
        RecordEntryDomainModel(
            id: "Observation/\(id)", patient: "p1", topic: topic, time: seconds.map { Moment(microseconds: $0 * 1_000_000) },
            recordedTime: seconds.map { _ in "2020-01-01T00:00:00Z" }, title: title, value: value, status: "final", organization: nil)
    }

    func page(_ query: HistoryQueryDomainModel) async throws -> HistoryPageDomainModel {
        asked.put(query)
        let all: [RecordEntryDomainModel] = entries.withLock { entries in
            entries.filter { entry in
                (query.topics.isEmpty || query.topics.contains(entry.topic))
                    && (query.from.map { from in entry.time.map { $0 >= from } ?? false } ?? true)
                    && (query.until.map { until in entry.time.map { $0 < until } ?? false } ?? true)
            }
        }
        let start: Int = query.cursor.flatMap { Int($0) } ?? 0
        let end: Int = min(start + query.pageSize, all.count)
        return HistoryPageDomainModel(entries: Array(all[start..<end]), next: end < all.count ? "\(end)" : nil, follow: "f.0")
    }

    func news(_ query: FollowQueryDomainModel) async throws -> any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable {
        AsyncThrowingStream { [news] continuation in
            let pump: Task<Void, Never> = Task {
                for await batch: [RecordNewsDomainModel] in news.stream { continuation.yield(batch) }
                continuation.finish()
            }
            continuation.onTermination = { _ in pump.cancel() }
        }
    }

    func summary(ofPatient patient: String) async throws -> RecordSummaryDomainModel {
        guard patient == "p1" else { throw RecordsProblem.unknownPatient(patient) }
        return RecordSummaryDomainModel(patient: patient, name: "Ana Keller", birthDate: "1986-03", counts: [:])
    }

    func places(for entries: [RecordEntryDomainModel]) async -> (entries: [RecordEntryDomainModel], known: Bool) { (entries, true) }

    func patients(_ query: PatientQueryDomainModel) async throws -> PatientPageDomainModel {
        let all: [PatientDomainModel] = (0..<500).map { PatientDomainModel(id: "p\($0)", name: "Ana \($0)", birthDate: nil) }
        let start: Int = query.cursor.flatMap { Int($0) } ?? 0
        let end: Int = min(start + PatientQueryDomainModel.pageSize, all.count)
        return PatientPageDomainModel(patients: Array(all[start..<end]), next: end < all.count ? "\(end)" : nil)
    }
}
