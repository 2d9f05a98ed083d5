import AppointmentsIO
import Colonnade
import ColonnadeEventLoop
import Foundation
import Testing

@testable import ColonnadeVertical

@Suite("The gates before appointments", .timeLimit(.minutes(2)))
struct GateTests {
    @Test("Without a session that counts, every board but slots is closed before it is started")
    func signIn() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let guarded: [String: @Sendable () async throws -> Void] = calls(of: subject)
        // A new board is added to the calls below, unless it is for everybody as well.
        #expect(Set(guarded.keys) == Set(AppointmentsContract.descriptor.boards.map(\.name)).subtracting(["slots"]))
        for token: String? in [nil, "no token"] {
            await calling(as: token) {
                for call in guarded.values { await expectClosed(call) }
            }
        }
        #expect(try await subject.clinic() != nil, "slots need no session")
        await subject.close()
    }

    @Test("A call with a session that counts passes without a run of the sign-in gate")
    func noRun() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let staff: String = try subject.sessions.staff()
        // Until the keys were there the gate had to wait for them.
        let before: Int = try await started(of: subject)
        try await calling(as: staff) {
            for _ in 0..<3 { _ = try await subject.appointments.list(ListRequest(scope: .patient("p"))) }
        }
        #expect(try await started(of: subject) == before)
        await calling(as: "no token") {
            await expectClosed { _ = try await subject.appointments.list(ListRequest(scope: .patient("p"))) }
        }
        #expect(try await started(of: subject) == before + 1)
        await subject.close()
    }

    /// A call of each board that needs a session, by the board's name.
    private func calls(of subject: AppointmentsUnderTest) -> [String: @Sendable () async throws -> Void] {
        let appointments: AppointmentsClient = subject.appointments
        return [
            "book": { _ = try await appointments.book(subject.booking(0, patient: "p")) },
            "move": { _ = try await appointments.move(Move(appointment: UUID(), start: TestConfiguration.slot(1))) },
            "cancel": { _ = try await appointments.cancel(Cancellation(appointment: UUID())) },
            "list": { _ = try await appointments.list(ListRequest(scope: .patient("p"))) },
            "follow": { for try await _ in appointments.follow(FollowAppointments(scope: .patient("p"))) {} },
            "appointmentListScreen": { for try await _ in appointments.appointmentListScreen(ListScreenInput(), Commands()) {} },
            "bookingScreen": { for try await _ in appointments.bookingScreen(BookingScreenInput(key: UUID()), Commands()) {} },
            "appointmentScreen": { for try await _ in appointments.appointmentScreen(AppointmentScreenInput(id: UUID()), Commands()) {} },
            "todayScreen": { for try await _ in appointments.todayScreen(TodayScreenInput(), Commands()) {} },
            "exportCalendar": { _ = try await appointments.exportCalendar(CalendarRequest(patient: "p")) },
        ]
    }

    /// How often the sign-in gate was run.
    private func started(of subject: AppointmentsUnderTest) async throws -> Int {
        let mainboard: Motherboard = try #require(subject.launcher.mainboard(of: "appointments"))
        let board: BoardID = BoardID(interface: AppointmentsContract.descriptor.name, board: "signIn")
        let gate: LoopReference<Gate> = try #require(mainboard.barriers.gate(board))
        return await withCheckedContinuation { continuation in
            gate.loop.execute { continuation.resume(returning: gate.value.started) }
        }
    }

    private func expectClosed(_ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("it went through")
        } catch CallFailure<AppointmentsRefusal>.barrierRefused(let fault) {
            #expect(fault.outcome == .notDispatched)
            // The gate's own answer, and not that there is none.
            #expect(fault.message.contains("Appointments.signIn") && fault.message.contains("send the token"), "\(fault.message)")
        } catch {
            Issue.record("expected barrierRefused, got \(error)")
        }
    }
}
