import AppointmentsIO
import Colonnade
import ColonnadeTesting
import MapsIO
import Testing

@testable import Appointments

@Suite("Where the clinics are", .timeLimit(.minutes(2)))
struct PlaceRuleTests {
    @Test("slots and the calendar say it, once maps was asked")
    func places() async throws {
        let maps: FakeMaps = FakeMaps()
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(maps: maps)
        let place: ClinicPlace = try await subject.place()
        let address: String = "General Hospital, 55 Fruit Street, 02114 Boston, MA"
        #expect(place == ClinicPlace(id: "hospital", address: address, latitude: 42.3632, longitude: -71.0686))
        #expect(maps.searches == ["general hospital"], "asked once, for what the configuration says")
        let ana: String = try subject.sessions.patient("p-ana")
        let calendar: CalendarExport = try await calling(as: ana) {
            _ = try await subject.appointments.book(subject.booking(0, patient: "p-ana"))
            return try await subject.appointments.exportCalendar(CalendarRequest(patient: "p-ana"))
        }
        let events: [StockCalendarParser.Event] = try StockCalendarParser.events(in: calendar.text)
        #expect(events.first?.location == "Clinic: \(address)")
        #expect(events.first?.latitude == 42.3632 && events.first?.longitude == -71.0686)
        await subject.close()
    }

    @Test("while maps is down appointments does without, asks again later and later, and knows it once maps is back")
    func mapsDownAndBack() async throws {
        let maps: FakeMaps = FakeMaps(isDown: true)
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(maps: maps)
        _ = try await subject.sleeps.wanted.nth(1)
        #expect(try await subject.clinic()?.place == nil)
        subject.sleeps.release()
        _ = try await subject.sleeps.wanted.nth(2)
        #expect(subject.sleeps.wanted.all == [.seconds(1), .seconds(2)] && maps.searches.count == 2)
        maps.change(isDown: false)
        subject.sleeps.release()
        _ = try await subject.place()
        #expect(maps.searches.count == 3)
        await subject.close()
    }

    @Test("a maps that does not answer is given up, and asked again")
    func silentMaps() async throws {
        let maps: FakeMaps = FakeMaps()
        maps.change(isSilent: true)
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(maps: maps)
        subject.sleeps.expire()
        _ = try await subject.sleeps.wanted.nth(1)
        #expect(subject.sleeps.wanted.all == [.seconds(1)])
        maps.change(isSilent: false)
        subject.sleeps.release()
        _ = try await subject.place()
        await subject.close()
    }

    @Test("a place that maps does not know yet is asked for again, rarely")
    func unknownPlace() async throws {
        let other: Place = Place(id: "x", name: "Another House", kind: .other, coordinate: Coordinate(latitude: 0, longitude: 0))
        let maps: FakeMaps = FakeMaps(places: [other])
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(maps: maps)
        _ = try await subject.sleeps.wanted.nth(1)
        #expect(subject.sleeps.wanted.all == [ClinicLocating.patience])
        #expect(try await subject.clinic()?.place == nil, "an answer to another's question is not taken")
        maps.change(places: [FakeMaps.hospital], isDown: false)
        subject.sleeps.release()
        _ = try await subject.place()
        await subject.close()
    }

    @Test("who ends appointments meanwhile waits for nothing")
    func stop() async throws {
        let maps: FakeMaps = FakeMaps(isDown: true)
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(maps: maps)
        _ = try await subject.sleeps.wanted.nth(1)
        await subject.close()
        #expect(maps.searches.count == 1)
    }
}
