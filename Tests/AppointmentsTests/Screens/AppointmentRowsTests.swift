import AppointmentsDomain
import Testing

@testable import AppointmentsPresentation

@Suite("A stretch of appointments that is shown", .timeLimit(.minutes(2)))
struct AppointmentRowsTests {
    @Test("Takes news in the order of time, and none twice or backwards")
    func order() {
        var rows: AppointmentRows = AppointmentRows()
        rows.begin(page(["a", "c"], next: nil), [one("a", at: 1), one("c", at: 3)]) { _ in true }
        rows.take(one("b", at: 2), isWanted: true)
        rows.take(one("b", at: 2), isWanted: true)
        #expect(rows.ids == ["a", "b", "c"])
        rows.take(one("a", at: 4, sequence: 1), isWanted: true)
        #expect(rows.ids == ["b", "c", "a"])
        rows.take(one("a", at: 1, sequence: 0), isWanted: true)
        #expect(rows.ids == ["b", "c", "a"], "older than what is shown")
        rows.take(one("c", at: 9, sequence: 1), isWanted: false)
        #expect(rows.ids == ["b", "a"])
    }

    @Test("Leaves what lies behind it to the next page")
    func behind() {
        var rows: AppointmentRows = AppointmentRows()
        rows.begin(page(["a"], next: "more"), [one("a", at: 1)]) { _ in true }
        rows.take(one("z", at: 9), isWanted: true)
        #expect(rows.ids == ["a"])
        rows.goOn(page(["y", "z"], next: nil), [one("y", at: 8), one("z", at: 9)]) { _ in true }
        #expect(rows.ids == ["a", "y", "z"] && rows.next == nil)
    }

    @Test("News that come while a page is read count, where the page is older than they are")
    func race() {
        var rows: AppointmentRows = AppointmentRows()
        rows.begin(page(["a"], next: "more"), [one("a", at: 1)]) { _ in true }
        rows.beginReading()
        rows.take(one("y", at: 20, sequence: 1), isWanted: true)
        rows.take(one("x", at: 7, sequence: 1), isWanted: false)
        rows.goOn(page(["x", "y"], next: nil), [one("x", at: 7), one("y", at: 8)]) { $0.appointment.id != "x" }
        #expect(rows.ids == ["a", "y"] && rows.rows.last?.start == Moment(seconds: 20))
    }

    private func page(_ ids: [String], next: String?) -> AppointmentPageDomainModel {
        AppointmentPageDomainModel(appointments: ids.map { one($0, at: 0).appointment }, next: next, follow: "e.0")
    }

    private func one(_ id: String, at start: Int64, sequence: Int = 0) -> AppointmentDetailsDomainModel {
        let slot: SlotDomainModel = SlotDomainModel(
            clinic: "c", practitioner: "p", start: Moment(seconds: start), end: Moment(seconds: start + 1))
        return AppointmentDetailsDomainModel(
            appointment: AppointmentDomainModel(
                id: id, patient: "p", slot: slot, reason: nil, status: .booked, sequence: sequence, created: Moment(seconds: 0),
                changed: Moment(seconds: 0)), clinic: "c", practitioner: "p", timeZone: "UTC", place: nil, isOpen: true)
    }
}

extension AppointmentRows {
    fileprivate var ids: [String] { rows.map(\.appointment.id) }
}
