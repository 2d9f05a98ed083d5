import AppointmentsDataDomainInterface
import AppointmentsDomain
import Foundation
import Testing

@Suite("Calendars", .timeLimit(.minutes(2)))
struct CalendarTests {
    @Test("a stock parser reads what was booked, moved and cancelled")
    func appointments() async throws {
        let subject: TestAppointments = try TestAppointments()
        subject.directory.take(
            FoundPlaceDomainModel(
                id: "x", name: "General Hospital", addressLines: ["Währinger Gürtel 18-20", "1090 Wien"], latitude: 48.2205,
                longitude: -0.000001),
            for: TestClinics.always)
        let reason: String =
            "Cough; \\ comma, and\nsecond line: \"Grüße\" \u{1F469}\u{200D}\u{2695}\u{FE0F} " + String(repeating: "ü", count: 100)
        let first: AppointmentDomainModel = try await subject.book(0, reason: reason)
        let second: AppointmentDomainModel = try await subject.book(1)
        subject.now += 60
        _ = try await subject.moving.execute(
            MoveDomainModel(appointment: second.id, start: TestAppointments.start(5)), for: TestAppointments.ana)
        let third: AppointmentDomainModel = try await subject.book(2, with: "okafor")
        _ = try await subject.cancelling.execute(third.id, for: TestAppointments.ana)
        let calendar: CalendarDomainModel = try await subject.exporting.execute(patient: "p-ana", from: nil, for: TestAppointments.ana)
        #expect(calendar.count == 3 && calendar.isComplete)
        let events: [StockCalendarParser.Event] = try StockCalendarParser.events(in: calendar.text)
        #expect(events.map(\.uid) == [first.id, third.id, second.id])
        #expect(events.map(\.start) == [0, 2, 5].map { TestAppointments.start($0).seconds })
        #expect(events.allSatisfy { $0.end == $0.start + 1800 && $0.zone == "UTC" })
        #expect(events.map(\.sequence) == [0, 1, 1] && events.map(\.status) == ["CONFIRMED", "CANCELLED", "CONFIRMED"])
        #expect(events.map(\.stamp) == [1_000_000, 1_000_060, 1_000_060])
        #expect(events[0].description == reason && events[0].summary == "Appointment with Dr. stein")
        #expect(events[0].location == "Clinic always: General Hospital, Währinger Gürtel 18-20, 1090 Wien")
        #expect(events[0].latitude == 48.2205 && events[0].longitude == -0.000001)
    }

    @Test("lines end as they must, are folded at 75 octets, and no character is cut", arguments: ["ü", "\u{1F469}", "a", "\u{4E2D}"])
    func folding(letter: String) throws {
        for count: Int in [1, 30, 62, 63, 64, 65, 73, 74, 75, 76, 200] {
            let text: String = text(reason: String(repeating: letter, count: count))
            let bytes: [UInt8] = Array(text.utf8)
            #expect(bytes.suffix(2) == [13, 10])
            let lines: [ArraySlice<UInt8>] = bytes.split(separator: 10)
            #expect(lines.allSatisfy { $0.last == 13 && $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
            #expect(try StockCalendarParser.events(in: text).first?.description == String(repeating: letter, count: count))
        }
    }

    @Test("without a place it still says which clinic; control characters are left out")
    func without() throws {
        let events: [StockCalendarParser.Event] = try StockCalendarParser.events(in: text(reason: "a\u{0}b\u{7F}\r\nBEGIN:VEVENT"))
        #expect(events.count == 1 && events[0].description == "ab\nBEGIN:VEVENT")
        #expect(events[0].location == "Clinic always" && events[0].latitude == nil)
        #expect(try StockCalendarParser.events(in: CalendarText().text(of: [], at: [])).isEmpty)
    }

    private func text(reason: String) -> String {
        let slot: SlotDomainModel = SlotDomainModel(
            clinic: "always", practitioner: "stein", start: TestAppointments.start(0), end: TestAppointments.start(1))
        let appointment: AppointmentDomainModel = AppointmentDomainModel(
            id: UUID().uuidString, patient: "p", slot: slot, reason: reason, status: .booked, sequence: 0, created: Moment(seconds: 0),
            changed: Moment(seconds: -1))
        return CalendarText().text(of: [appointment], at: [TestClinics.always])
    }
}
