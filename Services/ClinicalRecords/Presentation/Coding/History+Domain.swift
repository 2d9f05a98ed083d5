import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

extension HistoryPage {
    init(_ model: HistoryPageDomainModel) {
        self.init(
            entries: model.entries.map(HistoryEntry.init), next: model.next, follow: model.follow,
            placesKnown: model.placesKnown)
    }
}

extension HistoryEntry {
    init(_ model: RecordEntryDomainModel) {
        self.init(
            id: model.id, patient: model.patient, kind: EntryKind(model.topic), time: model.time.map(Date.init),
            recordedTime: model.recordedTime, title: model.title, value: model.value, status: model.status,
            organization: model.organization, place: model.place.map(EntryPlace.init))
    }
}

extension EntryPlace {
    init(_ model: RecordPlaceDomainModel) {
        self.init(
            id: model.id, name: model.name, address: model.address, latitude: model.latitude, longitude: model.longitude)
    }
}

extension FollowOutput {
    init(_ model: RecordNewsDomainModel) {
        switch model.subject {
        case .following: self = .following(cursor: model.cursor)
        case .added(let entry): self = .added(entry: HistoryEntry(entry), cursor: model.cursor)
        case .changed(let entry): self = .changed(entry: HistoryEntry(entry), cursor: model.cursor)
        case .takenBack(let id): self = .takenBack(id: id, cursor: model.cursor)
        }
    }
}

extension Date {
    init(_ moment: Moment) {
        self.init(timeIntervalSince1970: Double(moment.microseconds) / 1_000_000)
    }
}

extension Moment {
    /// To the nearest microsecond; a date beyond what fits counts as the last that does.
    init(_ date: Date) {
        let microseconds: Double = (date.timeIntervalSince1970 * 1_000_000).rounded()
        self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
    }
}
