import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation
import Foundation
import Testing

@testable import AppointmentsPresentation

@Suite("The views of appointments are functions", .timeLimit(.minutes(2)))
struct ViewTests {
    /// Text that would be an argument's place, and markup, if anybody took it for that.
    private static let hostile: String = "{0} <script>alert(1)</script>"

    @Test("What comes from elsewhere stands in arguments alone, and each screen is one that a shell takes")
    func hostileTexts() throws {
        let details: AppointmentDetailsDomainModel = appointment(.booked)
        var rows: AppointmentRows = AppointmentRows()
        rows.take(details, isWanted: true)
        let choice: SlotChoice = SlotChoice(grid: grid(), held: grid().days[0].times[0])
        let clinic: ClinicChoiceDomainModel = ClinicChoiceDomainModel(
            id: "c", name: Self.hostile, address: Self.hostile, distance: 1_234)
        let screens: [Screen] = [
            appointmentListView(AppointmentListState(patient: Self.hostile, rows: rows)),
            bookingView(BookingState(place: Self.hostile, clinics: [clinic])),
            bookingView(BookingState(choice: choice, problem: .taken)),
            bookingView(BookingState(booked: details)),
            appointmentView(AppointmentScreenState(details: details, isForStaff: true)),
            appointmentView(AppointmentScreenState(details: details, isForStaff: true, choice: choice)),
            todayView(
                TodayState(day: day(), clinics: [.init(id: "a", name: Self.hostile), .init(id: "b", name: "B")], follow: "e.0", rows: rows)),
        ]
        for screen: Screen in screens {
            try screen.check()
            #expect(screen.plainText.contains(Self.hostile), "\(screen.title)")
            #expect(!literals("\(screen)").contains { $0.contains("script") })
        }
    }

    @Test("An appointment that is over or cancelled can not be changed, only followed by another")
    func closed() {
        for (status, isOpen): (AppointmentDomainModel.Status, Bool) in [(.booked, false), (.cancelled, false), (.booked, true)] {
            let screen: Screen = appointmentView(
                AppointmentScreenState(details: appointment(status, isOpen: isOpen), isForStaff: false))
            #expect((screen.element("move") != nil) == isOpen && (screen.element("cancel") != nil) == isOpen)
            #expect((screen.element("again") == nil) == isOpen)
            #expect((screen.element("status") != nil) == (status == .cancelled))
            #expect(screen.values("facts")["Patient"] == nil, "a patient knows who they are")
        }
        let asks: ScreenElement? = appointmentView(AppointmentScreenState(details: appointment(.booked), isForStaff: false))
            .element("cancel")
        guard case .button(let button)? = asks?.content else {
            Issue.record("there is no button")
            return
        }
        #expect(button.confirmation != nil && button.style == .destructive)
    }

    @Test("The calendar and the clinic's place are links whose routes the shell follows")
    func links() throws {
        let details: AppointmentDetailsDomainModel = appointment(.booked)
        let screen: Screen = appointmentView(AppointmentScreenState(details: details, isForStaff: false))
        guard case .link(_, let calendar)? = screen.element("calendar")?.content,
            case .link(_, let place)? = screen.element("place")?.content
        else {
            Issue.record("there are no links")
            return
        }
        let id: UUID = try #require(UUID(uuidString: details.appointment.id))
        #expect(calendar.value() == AppointmentRoute.calendarWanted(patient: Self.hostile, appointment: id))
        #expect(place.value() == AppointmentRoute.placeChosen(id: "place"))
    }

    @Test("Times stand in the clinic's own time, days without any as well, and who is free is said where it is not asked for")
    func slots() {
        var choice: SlotChoice = SlotChoice(grid: grid())
        let whoever: Screen = bookingView(BookingState(choice: choice))
        #expect(whoever.grid?.timeZone == "America/New_York" && whoever.grid?.days.map(\.slots.count) == [2, 0])
        #expect(whoever.grid?.days.first?.slots.map { $0.detail?.plainText } == [Self.hostile, "Dr. B"])
        #expect(whoever.grid?.earlier == nil && whoever.grid?.later == "2026-03-10" && whoever.element("choice") == nil)
        choice.practitioner = "b"
        choice.hold("1773082800")
        let chosen: Screen = bookingView(BookingState(choice: choice))
        #expect(chosen.grid?.days.first?.slots.map { $0.detail } == [nil, nil] && chosen.grid?.selected == "1773082800")
        #expect(chosen.element("choice") != nil)
        choice.hold("12")
        #expect(choice.held == nil, "no time of the grid")
    }

    private func appointment(_ status: AppointmentDomainModel.Status, isOpen: Bool = true) -> AppointmentDetailsDomainModel {
        let slot: SlotDomainModel = SlotDomainModel(
            clinic: "c", practitioner: "a", start: Moment(seconds: 1_773_079_200), end: Moment(seconds: 1_773_081_000))
        return AppointmentDetailsDomainModel(
            appointment: AppointmentDomainModel(
                id: "3E4F6C1A-3B5B-4B0A-9C2F-0F0F0F0F0F0F", patient: Self.hostile, slot: slot, reason: Self.hostile, status: status,
                sequence: 0, created: slot.start, changed: slot.start), clinic: Self.hostile, practitioner: Self.hostile,
            timeZone: "America/New_York",
            place: ClinicPlaceDomainModel(id: "place", address: Self.hostile, latitude: 0, longitude: 0), isOpen: isOpen)
    }

    private func grid() -> SlotGridDomainModel {
        let clinic: ClinicDomainModel = ClinicDomainModel(
            id: "c", name: Self.hostile, placeText: nil, timeZone: "America/New_York", hours: [], slotSeconds: 3_600,
            practitioners: [
                PractitionerDomainModel(id: "a", name: Self.hostile), PractitionerDomainModel(id: "b", name: "Dr. B"),
            ])
        let monday: CalendarDay = CalendarDay(year: 2026, month: 3, day: 8)
        let times: [SlotGridDomainModel.Time] = [
            SlotGridDomainModel.Time(start: Moment(seconds: 1_773_079_200), practitioner: "a"),
            SlotGridDomainModel.Time(start: Moment(seconds: 1_773_082_800), practitioner: "b"),
        ]
        return SlotGridDomainModel(
            clinic: clinic,
            days: [SlotGridDomainModel.Day(day: monday, times: times), SlotGridDomainModel.Day(day: monday.adding(1), times: [])],
            earlier: nil, later: monday.adding(2))
    }

    private func day() -> ClinicDayDomainModel {
        ClinicDayDomainModel(
            clinic: "a", name: Self.hostile, timeZone: "UTC", day: CalendarDay(year: 2026, month: 3, day: 9),
            bounds: Moment(seconds: 0)..<Moment(seconds: 1), secondsLeft: 1)
    }

    /// The literal parts of all texts of a screen, as its description has them.
    private func literals(_ description: String) -> [Substring] {
        description.matches(of: /ScreenText\(text: "((?:[^"\\]|\\.)*)"/).map(\.1)
    }
}
