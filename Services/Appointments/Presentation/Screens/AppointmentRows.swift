import AppointmentsDomain

/// A stretch of appointments in the order of time: what was read page by page, with the news since.
struct AppointmentRows: Hashable, Sendable {
    /// The most that are kept; beyond it, those at the front are let go.
    static let most: Int = 200

    private(set) var rows: [AppointmentDetailsDomainModel] = []
    /// Where the next page begins; nil where the stretch reaches to the end.
    private(set) var next: String?
    /// Whether rows at the front were let go.
    private(set) var isCut: Bool = false
    /// Where the last page ended; what lies behind it comes with its page.
    private var end: Moment?
    /// News that came while a page was being read: the page may be older than they are. Nil while none is being read.
    private var waiting: [AppointmentDetailsDomainModel]?

    /// From here on news are kept for the page that comes.
    mutating func beginReading() { waiting = waiting ?? [] }

    /// The page did not come.
    mutating func stopReading() { waiting = nil }

    /// Begins anew with a page.
    /// - Parameter isWanted: whether an appointment belongs to what is shown.
    mutating func begin(
        _ page: AppointmentPageDomainModel, _ described: [AppointmentDetailsDomainModel],
        isWanted: (AppointmentDetailsDomainModel) -> Bool
    ) {
        rows = []
        isCut = false
        goOn(page, described, isWanted: isWanted)
    }

    /// Goes on with the page behind.
    mutating func goOn(
        _ page: AppointmentPageDomainModel, _ described: [AppointmentDetailsDomainModel],
        isWanted: (AppointmentDetailsDomainModel) -> Bool
    ) {
        next = page.next
        end = page.next == nil ? nil : described.last?.start
        for one: AppointmentDetailsDomainModel in described { place(one, isWanted: true) }
        let news: [AppointmentDetailsDomainModel] = waiting ?? []
        waiting = nil
        for one: AppointmentDetailsDomainModel in news { place(one, isWanted: isWanted(one)) }
        guard rows.count > Self.most else { return }
        rows.removeFirst(rows.count - Self.most)
        isCut = true
    }

    /// Takes news of an appointment.
    /// - Parameter isWanted: whether it belongs to what is shown, as it is now.
    mutating func take(_ one: AppointmentDetailsDomainModel, isWanted: Bool) {
        waiting?.append(one)
        place(one, isWanted: isWanted)
    }

    private mutating func place(_ one: AppointmentDetailsDomainModel, isWanted: Bool) {
        if let index: Int = rows.firstIndex(where: { $0.appointment.id == one.appointment.id }) {
            guard rows[index].appointment.sequence <= one.appointment.sequence else { return }
            rows.remove(at: index)
        }
        guard isWanted, end.map({ one.start <= $0 }) ?? true else { return }
        if isCut, let first: Moment = rows.first?.start, one.start < first { return }
        rows.insert(one, at: rows.firstIndex { $0.start > one.start } ?? rows.count)
    }
}

extension AppointmentDetailsDomainModel {
    var start: Moment { appointment.slot.start }
}

extension AppointmentNewsDomainModel {
    /// The appointment as it is after the news; nil where nothing has happened yet.
    var appointment: AppointmentDomainModel? {
        switch subject {
        case .following: nil
        case .booked(let appointment), .moved(let appointment), .cancelled(let appointment): appointment
        }
    }
}
