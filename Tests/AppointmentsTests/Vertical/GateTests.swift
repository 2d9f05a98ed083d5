import AppointmentsIO
import Colonnade
import Foundation
import Testing

@Suite("The gates before appointments", .timeLimit(.minutes(2)))
struct GateTests {
    @Test("Without a session that counts, every board but slots is closed before it is started")
    func signIn() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        for token: String? in [nil, "no token"] {
            await calling(as: token) {
                await expectClosed { _ = try await subject.appointments.book(subject.booking(0, patient: "p")) }
                await expectClosed { _ = try await subject.appointments.move(Move(appointment: UUID(), start: TestConfiguration.slot(1))) }
                await expectClosed { _ = try await subject.appointments.cancel(Cancellation(appointment: UUID())) }
                await expectClosed { _ = try await subject.appointments.list(ListRequest(scope: .patient("p"))) }
                await expectClosed { for try await _ in subject.appointments.follow(FollowAppointments(scope: .patient("p"))) {} }
            }
        }
        #expect(try await subject.clinic() != nil, "slots need no session")
        await subject.close()
    }

    private func expectClosed(_ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("it went through")
        } catch CallFailure<AppointmentsRefusal>.barrierRefused(let fault) {
            #expect(fault.outcome == .notDispatched)
            #expect(fault.message.contains("Appointments.signIn"), "\(fault.message)")
        } catch {
            Issue.record("expected barrierRefused, got \(error)")
        }
    }
}
