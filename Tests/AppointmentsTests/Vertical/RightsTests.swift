import AppointmentsIO
import AppointmentsStandIns
import ClinicSessions
import Colonnade
import ColonnadeSessions
import Foundation
import Testing

@Suite("Who may do what with appointments", .timeLimit(.minutes(2)))
struct RightsTests {
    @Test("patients act for themselves, staff for everybody, operators for nobody")
    func roles() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let (ana, ben, staff): (String, String, String) =
            (try subject.sessions.patient("p-ana"), try subject.sessions.patient("p-ben"), try subject.sessions.staff())
        let mine: Appointment = try await calling(as: ana) {
            try await subject.appointments.book(subject.booking(0, patient: "p-ana"))
        }
        #expect(try await book(subject, 1, patient: "p-ana", as: ben) == "notAllowed")
        #expect(try await book(subject, 1, patient: "p-ana", as: staff) == nil)
        #expect(try await book(subject, 2, patient: "p-ana", as: try subject.sessions.sign(.operator).token) == "notAllowed")
        // As of an id that nobody has: else who guesses ids learns which there are.
        let unknown: AppointmentsRefusal = .unknownAppointment(appointment: mine.id)
        let move: Move = Move(appointment: mine.id, start: TestConfiguration.slot(5))
        let toBen: [AppointmentsRefusal?] = try await calling(as: ben) {
            [
                try await refusal { _ = try await subject.appointments.cancel(Cancellation(appointment: mine.id)) },
                try await refusal { _ = try await subject.appointments.move(move) },
            ]
        }
        #expect(toBen == [unknown, unknown])
        for call: @Sendable () async throws -> Void in reads(subject, of: "p-ana") {
            #expect(try await calling(as: ben) { try await refusal(call) }?.name == "notAllowed")
            #expect(try await calling(as: ana) { try await refusal(call) } == nil)
            #expect(try await calling(as: staff) { try await refusal(call) } == nil)
        }
        let moved: Appointment = try await calling(as: staff) { try await subject.appointments.move(move) }
        #expect(moved.start == TestConfiguration.slot(5) && moved.sequence == 1)
        await subject.close()
    }

    @Test("a guardian acts for a minor by the minor's session in the Input, and by no other way")
    func guardian() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let guardian: SessionsStandIn.Signed = try subject.sessions.sign(.patient, patient: "p-ana")
        let stranger: SessionsStandIn.Signed = try subject.sessions.sign(.patient, patient: "p-ben")
        let minor: String = try subject.sessions.sign(.patient, patient: "p-kim", guardian: guardian.session.user).token
        #expect(try await book(subject, 0, patient: "p-kim", as: guardian.token) == "notAllowed", "without the minor's session")
        #expect(try await book(subject, 0, patient: "p-kim", as: stranger.token, minor: minor) == "notAllowed", "held by somebody else")
        #expect(try await book(subject, 0, patient: "p-kim", as: minor) == "sessionNeeded", "never as the call's own")
        #expect(try await book(subject, 0, patient: "p-kim", as: minor, minor: minor) == "sessionNeeded")
        #expect(try await book(subject, 0, patient: "p-kim", as: nil, minor: minor) == "sessionNeeded")
        #expect(try await book(subject, 0, patient: "p-ana", as: guardian.token, minor: minor) == "notAllowed", "the minor's only")
        #expect(try await book(subject, 0, patient: "p-kim", as: guardian.token, minor: guardian.token) == "notAllowed")
        let booked: Appointment = try await calling(as: guardian.token) {
            try await subject.appointments.book(subject.booking(0, patient: "p-kim", minor: minor))
        }
        let cancelled: Appointment = try await calling(as: guardian.token) {
            let page: AppointmentsPage = try await subject.appointments.list(ListRequest(scope: .patient("p-kim"), minorSession: minor))
            #expect(page.appointments == [booked])
            return try await subject.appointments.cancel(Cancellation(appointment: booked.id, minorSession: minor))
        }
        #expect(cancelled.status == .cancelled)
        await subject.close()
    }

    @Test("forged, expired, revoked and foreign tokens are refused, with the reason")
    func tokens() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let good: SessionsStandIn.Signed = try subject.sessions.sign(.staff)
        #expect(try await book(subject, 0, patient: "p", as: good.token) == nil)
        let other: SessionsStandIn = SessionsStandIn()
        let late: String = try subject.sessions.sign(.staff, expires: Date().addingTimeInterval(-1)).token
        let changed: String = String(good.token.dropLast(4)) + (good.token.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        let bad: [(token: String?, why: SessionError)] = [
            (nil, .missing), ("", .malformed), ("no token", .malformed), (changed, .forged), (late, .expired),
            (try other.staff(), .unknownKey),
        ]
        for (token, why): (String?, SessionError) in bad {
            for call: @Sendable () async throws -> Void in reads(subject, of: "p") + changes(subject) {
                let refused: AppointmentsRefusal? = try await calling(as: token) { try await refusal(call) }
                #expect(refused == .sessionNeeded(reason: why.description), "\(why)")
            }
        }
        subject.sessions.revoke(good.session)
        while try await book(subject, 1, patient: "p", as: good.token) == nil { await Task.yield() }
        let revoked: AppointmentsRefusal? = try await calling(as: good.token) {
            try await refusal { _ = try await subject.appointments.list(ListRequest(scope: .patient("p"))) }
        }
        #expect(revoked == .sessionNeeded(reason: SessionError.revoked.description))
        #expect(try await subject.clinic() != nil, "slots need no session")
        await subject.close()
    }

    @Test("who follows and is signed out learns nothing more")
    func revokedFollower() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let ana: SessionsStandIn.Signed = try subject.sessions.sign(.patient, patient: "p-ana")
        let staff: String = try subject.sessions.staff()
        let follower: OutputSequence<AppointmentNews, AppointmentsRefusal>.AsyncIterator = await calling(as: ana.token) {
            subject.appointments.follow(FollowAppointments(scope: .patient("p-ana"))).makeAsyncIterator()
        }
        _ = try await follower.next()
        subject.sessions.revoke(ana.session)
        while try await calling(as: ana.token, { try await refusal(reads(subject, of: "p-ana")[0]) }) == nil { await Task.yield() }
        #expect(try await book(subject, 0, patient: "p-ana", as: staff) == nil)
        let refused: AppointmentsRefusal? = try await refusal { _ = try await follower.next() }
        #expect(refused == .sessionNeeded(reason: SessionError.revoked.description))
        await subject.close()
    }

    /// The name of the refusal; nil where it was booked.
    private func book(
        _ subject: AppointmentsUnderTest, _ slot: Int, patient: String, as token: String?, minor: String? = nil
    ) async throws -> String? {
        try await calling(as: token) {
            try await refusal { _ = try await subject.appointments.book(subject.booking(slot, patient: patient, minor: minor)) }
        }?.name
    }

    private func reads(_ subject: AppointmentsUnderTest, of patient: String) -> [@Sendable () async throws -> Void] {
        [
            { _ = try await subject.appointments.list(ListRequest(scope: .patient(patient))) },
            { _ = try await subject.appointments.exportCalendar(CalendarRequest(patient: patient)) },
            { _ = try await subject.appointments.follow(FollowAppointments(scope: .patient(patient))).makeAsyncIterator().next() },
        ]
    }

    private func changes(_ subject: AppointmentsUnderTest) -> [@Sendable () async throws -> Void] {
        [
            { _ = try await subject.appointments.book(subject.booking(7, patient: "p")) },
            { _ = try await subject.appointments.move(Move(appointment: UUID(), start: TestConfiguration.slot(8))) },
            { _ = try await subject.appointments.cancel(Cancellation(appointment: UUID())) },
        ]
    }
}

extension AppointmentsRefusal {
    /// Its case.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}
