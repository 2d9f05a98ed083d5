import AppointmentsDataDomainInterface
import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadeTesting
import Foundation
import Testing

@testable import AppointmentsPresentation

@Suite("Slots, asked for by many", .timeLimit(.minutes(2)))
struct SlotLimitTests {
    @Test("are looked for so many times at once, and whoever comes beyond that is told to come again")
    func limit() async throws {
        let slow: SlowAppointments = SlowAppointments()
        let board: SlotsBoard = SlotsBoard(useCase: useCase(slow))
        let request: SlotsRequest = SlotsRequest(
            from: Date(timeIntervalSince1970: 1_000_800), until: Date(timeIntervalSince1970: 1_002_600))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _: Int in 0..<SlotsBoard.pageLimit {
                group.addTask { try await board.activate(with: request).slots.count }
            }
            _ = try await slow.asked.nth(SlotsBoard.pageLimit)
            // Nothing was done: the caller's client comes again by itself.
            await #expect(throws: Declined.self) { _ = try await board.activate(with: request) }
            slow.answer.put(())
            let counts: [Int] = try await group.reduce(into: []) { $0.append($1) }
            #expect(counts == Array(repeating: 2, count: SlotsBoard.pageLimit))
        }
        #expect(try await board.activate(with: request).slots.count == 2)
    }

    private func useCase(_ appointments: SlowAppointments) -> FindFreeSlotsUseCase {
        let directory: ClinicDirectory = ClinicDirectory([TestClinics.always])
        let slots: SlotsFromHours = SlotsFromHours(zones: TestClinics.zones("UTC"))
        return FindFreeSlotsUseCase(
            clinics: directory, slots: slots, appointments: appointments, paging: AppointmentCursor(),
            rules: SlotRules(clinics: directory, slots: slots, bookingDays: 365), now: { Moment(seconds: 1_000_000) })
    }
}

/// Has nothing booked, and says so once it is let.
private struct SlowAppointments: FindAppointmentsInterface {
    struct NotAsked: Error {}

    let asked: Mailbox<Void> = Mailbox()
    let answer: Mailbox<Void> = Mailbox()

    func booked(_ practitioners: Set<String>, in range: Range<Moment>) async throws -> [String: [Range<Moment>]] {
        asked.put(())
        _ = try await answer.first()
        return [:]
    }

    func appointment(_ id: String) async throws -> AppointmentDomainModel { throw NotAsked() }

    func page(
        ofPatient patient: String, from: Moment?, pageSize: Int, cursor: String?
    ) async throws -> AppointmentPageDomainModel { throw NotAsked() }

    func page(
        ofClinic clinic: String, in range: Range<Moment>, pageSize: Int, cursor: String?
    ) async throws -> AppointmentPageDomainModel { throw NotAsked() }

    func news(
        of scope: FollowScopeDomainModel, after cursor: String?
    ) async throws -> any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable { throw NotAsked() }
}
