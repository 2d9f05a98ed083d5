import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Foundation
import Testing

@testable import AppointmentsPresentation

@Suite("The front desk's list of today", .timeLimit(.minutes(2)))
struct TodayTests {
    @Test("Shows what is booked on the clinic's own day, live, with a row for each that leads to it")
    func live() async throws {
        let subject: Desk = try Desk()
        try await ShownScreen.with {
            subject.board.activate(with: TodayScreenInput(), $0)
        } tried: { screen in
            #expect(try await screen.now.title.plainText == "Clinic always, 1970-01-12")
            let ana: AppointmentDomainModel = try await subject.appointments.book(3, reason: "{0} & cough")
            let tomorrow: AppointmentDomainModel = try await subject.appointments.book(30, patient: "p-ben")
            let ben: AppointmentDomainModel = try await subject.appointments.book(1, with: "okafor", patient: "p-ben")
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [ben.id, ana.id] }
            let cells: [String] = try await screen.now.tableRows("appointments")[1].cells.map(\.plainText)
            #expect(cells == ["1970-01-12T15:30:00.000Z", "p-ana", "Dr. stein", "{0} & cough", "Booked"])
            _ = try await subject.appointments.cancelling.execute(ana.id, for: TestAppointments.staff)
            try await screen.shows { $0.tableRows("appointments").last?.cells.last?.plainText == "Cancelled" }
            // Moved to today, and away from it.
            try await subject.move(tomorrow, to: 2)
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [ben.id, tomorrow.id, ana.id] }
            try await subject.move(ben, to: 40)
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [tomorrow.id, ana.id] }
            try await screen.act("appointments", .chosen(tomorrow.id))
            let id: UUID = try #require(UUID(uuidString: tomorrow.id))
            #expect(try await screen.routes.first().value() == TodayRoute.appointmentChosen(id: id))
        }
    }

    @Test("Goes on to the next day at the clinic's midnight")
    func midnight() async throws {
        let subject: Desk = try Desk()
        let tomorrow: AppointmentDomainModel = try await subject.appointments.book(30)
        try await ShownScreen.with {
            subject.board.activate(with: TodayScreenInput(), $0)
        } tried: { screen in
            // 1_000_000 is 13:46:40 on that day.
            #expect(try await subject.slept.first() == .seconds(36_800))
            #expect(try await screen.now.element("none") != nil)
            subject.appointments.now = 1_000_000 + 86_400 / 2
            subject.wake.put(())
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [tomorrow.id] }
            #expect(try await screen.now.title.plainText == "Clinic always, 1970-01-13")
            // And what happens then is seen, too.
            let late: AppointmentDomainModel = try await subject.appointments.book(31)
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [tomorrow.id, late.id] }
        }
    }

    @Test("Another clinic's day is by its own calendar")
    func otherClinic() async throws {
        let hours: [[OpeningDomainModel]] = TestClinics.always.hours
        let subject: Desk = try Desk([TestClinics.always, TestClinics.clinic("boston", zone: "America/New_York", hours: hours)])
        // 01:46:40 UTC on the 13th; in Boston the 12th is not over.
        subject.appointments.now = 1_000_000 + 12 * 3_600
        let there: AppointmentDomainModel = try await subject.appointments.book(24, at: "boston")
        try await ShownScreen.with {
            subject.board.activate(with: TodayScreenInput(), $0)
        } tried: { screen in
            #expect(try await screen.now.title.plainText == "Clinic always, 1970-01-13")
            try await screen.act("filter", .submitted(["clinic": .options(["boston"])]))
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [there.id] }
            #expect(try await screen.now.title.plainText == "Clinic boston, 1970-01-12")
            let next: AppointmentDomainModel = try await subject.appointments.book(25, at: "boston")
            try await screen.shows { $0.tableRows("appointments").map(\.id) == [there.id, next.id] }
        }
    }
}

/// The board over a database of its own, with a clock that the test turns.
private struct Desk: Sendable {
    let appointments: TestAppointments
    let board: TodayScreenBoard
    let slept: Mailbox<Duration> = Mailbox()
    let wake: Mailbox<Void> = Mailbox()

    init(_ clinics: [ClinicDomainModel] = [TestClinics.always]) throws {
        appointments = try TestAppointments(clinics)
        board = TodayScreenBoard(
            day: appointments.day, clinics: appointments.clinics, listing: appointments.listing, following: appointments.following,
            describing: appointments.describing, visitors: FixedVisitors.staff, among: ShareLimit(10, of: "screens are open"),
            sleep: { [slept, wake] (duration: Duration) async throws(CancellationError) in
                slept.put(duration)
                do { _ = try await wake.nth(slept.all.count, within: .seconds(100)) } catch { throw CancellationError() }
            })
    }

    func move(_ appointment: AppointmentDomainModel, to slot: Int) async throws {
        _ = try await appointments.moving.execute(
            MoveDomainModel(appointment: appointment.id, start: TestAppointments.start(slot)), for: TestAppointments.staff)
    }
}
