import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

/// An entry as a row of a screen says it, and no more: a thousand open screens keep theirs.
struct HistoryRow: Hashable, Sendable {
    /// Bytes of a title and of what else there is to say: 250 rows fit a screen.
    private static let (titleBytes, detailBytes): (Int, Int) = (160, 400)

    let id: String
    let topic: EntryTopicDomainModel
    let time: RecordedTime?
    private let title: String
    /// What was found, the status, and where; empty where nothing of it is known.
    private let detail: String

    init(_ entry: RecordEntryDomainModel) {
        id = entry.id
        topic = entry.topic
        time = RecordedTime(entry)
        title = entry.title.bounded(to: Self.titleBytes)
        detail = [entry.value, entry.status, entry.place?.name ?? entry.organization].compactMap(\.self)
            .map { $0.bounded(to: Self.detailBytes / 4) }.joined(separator: " · ").bounded(to: Self.detailBytes)
    }

    /// By what entries are ordered: those without a time are the oldest.
    var order: Int64 { time?.moment.microseconds ?? .min }

    /// The row as it is shown.
    var row: ScreenRow {
        let more: ScreenText? =
            switch (time, detail.isEmpty) {
            case (let time?, true): "\(time.argument)"
            case (let time?, false): "\(time.argument) · \(detail)"
            case (nil, true): nil
            case (nil, false): "\(detail)"
            }
        return ScreenRow(id: id, title: "\(title)", detail: more, badge: topic.one)
    }
}
