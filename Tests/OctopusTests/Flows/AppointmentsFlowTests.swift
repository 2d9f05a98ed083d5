import AppointmentsIO
import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import Testing

@testable import OctopusFlows

@Suite("Booking and looking at appointments", .timeLimit(.minutes(2)))
struct AppointmentsFlowTests {
    private static let id: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private let ada: SignedIn = .of("ada", .patient, patient: "p1")
    private let child: SignedIn = .of("child", .patient, patient: "p2")

    private func appointment(of patient: String) -> Appointment {
        let start: Date = Date(timeIntervalSince1970: 1_800_000_000)
        return Appointment(
            id: Self.id, patient: patient, clinic: "c", practitioner: "d", start: start, end: start, status: .booked, sequence: 0)
    }

    private func place(named name: String) -> Place {
        Place(id: "x", name: name, kind: .clinic, coordinate: Coordinate(latitude: 42.5, longitude: -71))
    }

    private func booking(_ opened: Opened) throws -> BookingScreenInput {
        guard case .booking(let input) = opened else { throw Late("no booking was opened") }
        return input
    }

    @Test("A booking keeps its key while a place is picked and while it is tried again, and leads to what was booked")
    func books() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.go(to: .appointments)
        #expect(try await page.openTop() == .list(ListScreenInput()))
        try page.say(AppointmentListRoute.bookingWanted(patient: "p1"), on: page.flows.primary)
        let first: BookingScreenInput = try booking(try await page.openTop())
        #expect(first == BookingScreenInput(key: first.key, patient: "p1"))
        #expect(try booking(try await page.openTop()) == first)
        try page.say(BookingRoute.placeWanted, on: page.flows.primary)
        #expect(try await page.openModal() == .pickPlace(MapConfiguration(showDetailSelectable: true)))
        try page.say(PickPlaceRoute.placePicked(place(named: "Clinic")), on: page.flows.modal)
        #expect(page.flows.modal.top == nil)
        let near: BookingPlace = BookingPlace(name: "Clinic", latitude: 42.5, longitude: -71)
        #expect(try await page.openTop() == .booking(BookingScreenInput(key: first.key, patient: "p1", near: near)))
        try page.say(BookingRoute.booked(appointment(of: "p1")), on: page.flows.primary)
        #expect(try await page.openTop() == .appointment(AppointmentScreenInput(id: Self.id)))
        #expect(page.depths(page.flows.primary) == [2])
    }

    @Test("Each booking that is begun has a key of its own")
    func keys() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.go(to: .appointments)
        var keys: Set<UUID> = []
        for _ in 0..<3 {
            try page.say(AppointmentListRoute.bookingWanted(patient: "p1"), on: page.flows.primary)
            keys.insert(try booking(try await page.openTop()).key)
            page.flows.primary.back()
        }
        #expect(keys.count == 3)
    }

    @Test("A map that is closed without a pick leaves the booking as it was; a long name is cut between characters")
    func picking() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.go(to: .appointments(.booking(for: .patient(nil), key: nil, near: nil)))
        let step: UInt64? = page.flows.primary.top?.id
        for _ in 0..<2 { try page.say(BookingRoute.placeWanted, on: page.flows.primary) }
        #expect(page.depths(page.flows.modal) == [1])
        try page.say(PickPlaceRoute.dismissed, on: page.flows.modal)
        #expect(page.flows.modal.top == nil)
        #expect(page.flows.primary.top?.id == step)
        try page.say(BookingRoute.placeWanted, on: page.flows.primary)
        try page.say(PickPlaceRoute.placePicked(place(named: String(repeating: "é", count: 150))), on: page.flows.modal)
        #expect(try booking(try await page.openTop()).near?.name == String(repeating: "é", count: 100))
    }

    @Test("A minor's list, booking, appointment and calendar go by the minor's session")
    func ward() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session)
        page.flows.act(for: child)
        page.flows.go(to: .appointments)
        #expect(try await page.openTop() == .list(ListScreenInput(minorSession: child.token)))
        try page.say(AppointmentListRoute.calendarWanted(patient: "p2"), on: page.flows.primary)
        let file: Download = try #require(page.files.all.last)
        #expect(file.name == "appointments.ics")
        #expect(try await file.fetch() == Array(AppointmentsStandIn.calendar.utf8))
        #expect(page.opened.all.last == .calendar(CalendarRequest(patient: "p2", minorSession: child.token)))
        try page.say(AppointmentListRoute.bookingWanted(patient: "p2"), on: page.flows.primary)
        #expect(try booking(try await page.openTop()).minorSession == child.token)
        try page.say(BookingRoute.booked(appointment(of: "p2")), on: page.flows.primary)
        #expect(try await page.openTop() == .appointment(AppointmentScreenInput(id: Self.id, minorSession: child.token)))
        try page.say(AppointmentRoute.calendarWanted(patient: "p2", appointment: Self.id), on: page.flows.primary)
        _ = try await page.files.all.last?.fetch()
        #expect(
            page.opened.all.last
                == .calendar(CalendarRequest(patient: "p2", minorSession: child.token, appointment: Self.id)))
    }

    @Test("A calendar that is refused says why, as a screen does")
    func refusedCalendar() async throws {
        let page: PageUnderTest = try PageUnderTest(as: ada.session, isRefused: true)
        page.flows.go(to: .appointments)
        try page.say(AppointmentListRoute.calendarWanted(patient: "p1"), on: page.flows.primary)
        let file: Download = try #require(page.files.all.last)
        let failure: ScreenFailure? = await #expect(throws: ScreenFailure.self) { _ = try await file.fetch() }
        #expect(failure?.isBarrier == true)
    }

    @Test("The front desk goes from today to an appointment, its place, and a booking for the same patient")
    func today() async throws {
        let page: PageUnderTest = try PageUnderTest(as: SignedIn.of("grace", .staff).session)
        page.flows.go(to: .today)
        #expect(try await page.openTop() == .today(TodayScreenInput()))
        try page.say(TodayRoute.appointmentChosen(id: Self.id), on: page.flows.primary)
        #expect(try await page.openTop() == .appointment(AppointmentScreenInput(id: Self.id)))
        try page.say(AppointmentRoute.placeChosen(id: "clinic"), on: page.flows.primary)
        #expect(try await page.openTop() == .place(PlaceScreenInput(id: "clinic")))
        page.flows.primary.back()
        try page.say(AppointmentRoute.bookingWanted(patient: "p9"), on: page.flows.primary)
        #expect(try booking(try await page.openTop()).patient == "p9")
    }
}
