import AppointmentsIO
import AppointmentsStandIns
import Colonnade
import ColonnadePresentation
import ColonnadeSessions
import ColonnadeTesting
import Foundation
import Testing

@Suite("Who may open which screen of appointments", .timeLimit(.minutes(2)))
struct ScreenRightsTests {
    @Test("Patients see what is theirs, staff everybody's, and a foreign id is as one that nobody has")
    func roles() async throws {
        try await AppointmentsOnScreens.run { subject in
            let mine: Appointment = try await subject.book(0, patient: "p-ana")
            let nobodys: UUID = UUID()
            let (ana, ben, staff): (String, String, String) =
                (try subject.sessions.patient("p-ana"), try subject.sessions.patient("p-ben"), try subject.sessions.staff())
            for (token, id): (String, UUID) in [(ben, mine.id), (ben, nobodys), (ana, nobodys), (staff, nobodys)] {
                #expect(try await refused(subject, as: token, .appointment(id)) == .unknownAppointment(appointment: id))
            }
            for token: String in [ana, staff] { #expect(try await refused(subject, as: token, .appointment(mine.id)) == nil) }
            for screen: Opened in [.list("p-ana"), .booking("p-ana")] {
                #expect(try await refused(subject, as: ana, screen) == nil)
                #expect(try await refused(subject, as: staff, screen) == nil)
            }
            for screen: Opened in [.list("p-ana"), .booking("p-ana")] {
                #expect(try await refused(subject, as: ben, screen)?.name == "notAllowed")
            }
            for screen: Opened in [.list(nil), .booking(nil)] {
                #expect(try await refused(subject, as: ben, screen) == nil)
                #expect(try await refused(subject, as: staff, screen)?.name == "notAllowed", "whose?")
            }
            #expect(try await refused(subject, as: ana, .today(nil))?.name == "notAllowed")
            #expect(try await refused(subject, as: staff, .today(nil)) == nil)
            #expect(try await refused(subject, as: staff, .today("none")) == .unknownClinic(clinic: "none"))
            let boss: String = try subject.sessions.sign(.operator).token
            for screen: Opened in [.list("p-ana"), .booking("p-ana"), .appointment(mine.id), .today(nil)] {
                #expect(try await refused(subject, as: boss, screen)?.name == "notAllowed")
            }
        }
    }

    @Test("A guardian opens the screens of a minor by the minor's session in the Input, and by no other way")
    func guardian() async throws {
        try await AppointmentsOnScreens.run { subject in
            let guardian: SessionsStandIn.Signed = try subject.sessions.sign(.patient, patient: "p-ana")
            let minor: String = try subject.sessions.sign(.patient, patient: "p-kim", guardian: guardian.session.user).token
            let stranger: String = try subject.sessions.patient("p-ben")
            let kims: Appointment = try await subject.book(0, patient: "p-kim")
            #expect(try await refused(subject, as: guardian.token, .list("p-kim"))?.name == "notAllowed")
            let unknown: AppointmentsRefusal = .unknownAppointment(appointment: kims.id)
            #expect(try await refused(subject, as: guardian.token, .appointment(kims.id)) == unknown)
            for screen: Opened in [.list(nil), .booking(nil), .appointment(kims.id)] {
                #expect(try await refused(subject, as: guardian.token, screen, minor: minor) == nil)
                #expect(try await refused(subject, as: stranger, screen, minor: minor)?.name == "notAllowed")
            }
            try await calling(as: guardian.token) {
                try await ShownScreen.with {
                    subject.appointments.appointmentListScreen(ListScreenInput(minorSession: minor), $0)
                } tried: { screen in
                    let shown: Screen = try await screen.now
                    #expect(shown.rows("appointments").map(\.id) == [kims.id.uuidString] && !"\(shown)".contains(minor))
                }
            }
        }
    }

    @Test("Who has signed out meanwhile sees and does nothing more on a screen that is open")
    func revoked() async throws {
        try await AppointmentsOnScreens.run { subject in
            let ana: SessionsStandIn.Signed = try subject.sessions.sign(.patient, patient: "p-ana")
            let refused: AppointmentsRefusal? = try await calling(as: ana.token) {
                try await refusal {
                    try await ShownScreen.with {
                        subject.appointments.appointmentListScreen(ListScreenInput(), $0)
                    } tried: { screen in
                        _ = try await screen.now
                        subject.sessions.revoke(ana.session)
                        while try await self.refused(subject, as: ana.token, .list(nil)) == nil { await Task.yield() }
                        _ = try await subject.book(0, patient: "p-ana")
                        _ = try await screen.shows { !$0.rows("appointments").isEmpty }
                    }
                }
            }
            #expect(refused == .sessionNeeded(reason: SessionError.revoked.description))
        }
    }

    @Test("A calendar of one appointment is given to whom it belongs, and another patient's is as one that nobody has")
    func calendar() async throws {
        try await AppointmentsOnScreens.run { subject in
            let (mine, other): (Appointment, Appointment) =
                (try await subject.book(0, patient: "p-ana"), try await subject.book(1, patient: "p-ana"))
            try await calling(as: try subject.sessions.patient("p-ana")) {
                let one: CalendarExport = try await subject.appointments.exportCalendar(
                    CalendarRequest(patient: "p-ana", appointment: mine.id))
                #expect(one.count == 1 && one.text.contains(mine.id.uuidString) && !one.text.contains(other.id.uuidString))
            }
            try await calling(as: try subject.sessions.patient("p-ben")) {
                let refused: AppointmentsRefusal? = try await refusal {
                    _ = try await subject.appointments.exportCalendar(CalendarRequest(patient: "p-ben", appointment: mine.id))
                }
                #expect(refused == .unknownAppointment(appointment: mine.id))
            }
        }
    }

    private enum Opened: Sendable {
        case list(String?)
        case booking(String?)
        case appointment(UUID)
        case today(String?)
    }

    /// What opening the screen is refused for; nil where it is shown.
    private func refused(
        _ subject: AppointmentsOnScreens, as token: String, _ opened: Opened, minor: String? = nil
    ) async throws -> AppointmentsRefusal? {
        let appointments: AppointmentsClient = subject.appointments
        return try await calling(as: token) {
            try await refusal {
                let actions: Commands<ScreenAction> = Commands()
                let outputs: OutputSequence<ScreenOutput, AppointmentsRefusal> =
                    switch opened {
                    case .list(let patient):
                        appointments.appointmentListScreen(ListScreenInput(patient: patient, minorSession: minor), actions)
                    case .booking(let patient):
                        appointments.bookingScreen(BookingScreenInput(key: UUID(), patient: patient, minorSession: minor), actions)
                    case .appointment(let id):
                        appointments.appointmentScreen(AppointmentScreenInput(id: id, minorSession: minor), actions)
                    case .today(let clinic): appointments.todayScreen(TodayScreenInput(clinic: clinic), actions)
                    }
                let iterator: OutputSequence<ScreenOutput, AppointmentsRefusal>.AsyncIterator = outputs.makeAsyncIterator()
                guard case .screen? = try await iterator.next() else {
                    Issue.record("no screen came first")
                    return
                }
            }
        }
    }
}
