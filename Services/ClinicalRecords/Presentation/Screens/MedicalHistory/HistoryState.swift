import ClinicalRecordsDomain
import Colonnade

/// What a history's screen shows: a stretch of the history, without gaps, newest first.
struct HistoryState: Hashable, Sendable {
    /// Which entries are wanted.
    struct Filter: Hashable, Sendable {
        var topics: Set<EntryTopicDomainModel> = []
        /// The first and the last day, by UTC.
        var from: ScreenDay?
        var until: ScreenDay?

        /// Whether the days are in order.
        var isPossible: Bool { start.map { start in end.map { start < $0 } ?? true } ?? true }

        var start: Moment? { from.map { Moment($0) } }

        var end: Moment? { until.map { Moment($0, daysLater: 1) } }

        func takes(_ row: HistoryRow) -> Bool {
            guard topics.isEmpty || topics.contains(row.topic) else { return false }
            guard from != nil || until != nil else { return true }
            guard let moment: Moment = row.time?.moment else { return false }
            return start.map { moment >= $0 } ?? true && end.map { moment < $0 } ?? true
        }
    }

    /// Rows that are shown at the same time; those at the other end leave, and come back by asking for the newest.
    static let mostRows: Int = 200

    /// The patient's name; empty where the record has none.
    let name: String
    /// Which entries were asked for last; its days may be in the wrong order.
    var asked: Filter
    /// Whether a page is on its way, for which news wait.
    var isLoading: Bool = false
    /// Which entries the rows are.
    private(set) var filter: Filter
    private(set) var rows: [HistoryRow] = []
    /// Where the next page goes on; nil on the last one.
    private(set) var next: String?
    /// Whether every place could be asked for.
    private(set) var arePlacesKnown: Bool = true
    /// Whether newer entries than the first row are not shown, and older ones than the last row without a page that goes on there.
    private(set) var (isCutAbove, isCutBelow): (Bool, Bool) = (false, false)

    init(name: String, filter: Filter) {
        (self.name, self.asked, self.filter) = (name, filter, filter)
    }

    /// Begins with the first page of the entries that a filter takes.
    mutating func begin(with page: HistoryPageDomainModel, of filter: Filter) {
        self.filter = filter
        (rows, isCutAbove, isCutBelow, arePlacesKnown) = ([], false, false, true)
        goOn(with: page)
    }

    /// Goes on with the next page.
    mutating func goOn(with page: HistoryPageDomainModel) {
        let known: Set<String> = Set(rows.map(\.id))
        rows += page.entries.filter { !known.contains($0.id) }.map(HistoryRow.init)
        next = page.next
        arePlacesKnown = arePlacesKnown && page.placesKnown
        guard rows.count > Self.mostRows else { return }
        rows.removeFirst(rows.count - Self.mostRows)
        isCutAbove = true
    }

    /// Leaves out what was taken back.
    mutating func remove(_ entry: String) {
        rows.removeAll { $0.id == entry }
    }

    /// Puts an entry that has come or changed where it belongs.
    mutating func place(_ entry: RecordEntryDomainModel) {
        let row: HistoryRow = HistoryRow(entry)
        let old: Int? = rows.firstIndex { $0.id == row.id }
        if let old, rows[old].order == row.order, filter.takes(row) {
            rows[old] = row
            return
        }
        if let old { rows.remove(at: old) }
        guard filter.takes(row) else { return }
        // Of entries of the same moment the last that came is the first.
        let index: Int = rows.firstIndex { $0.order <= row.order } ?? rows.count
        // What is older than the last row comes with its own page.
        if index == rows.count, next != nil || isCutBelow { return }
        if index == 0, isCutAbove { return }
        rows.insert(row, at: index)
        guard rows.count > Self.mostRows else { return }
        rows.removeLast(rows.count - Self.mostRows)
        (next, isCutBelow) = (nil, true)
    }
}
