import AppointmentsDomain
import GRDB
import Synchronization
import Testing

@testable import AppointmentsData

@Suite("Pages of free slots", .timeLimit(.minutes(2)))
struct SlotPageTests {
    private static let allDay: [[OpeningDomainModel]] = Array(repeating: [OpeningDomainModel(from: 0, until: 1440)], count: 7)

    @Test("cost one question a day, however many practitioners there are")
    func questions() async throws {
        let names: [String] = (0..<40).map { "doctor-\($0)" }
        let subject: TestAppointments = try TestAppointments([
            TestClinics.clinic("always", hours: Self.allDay, minutes: 480, practitioners: names)
        ])
        let asked: AskedQuestions = AskedQuestions()
        try await subject.database.pool.read { db in asked.listen(on: db) }
        func ask(slots: Int) async throws -> Int {
            let page: SlotPageDomainModel = try await subject.slots.execute(
                SlotQueryDomainModel(from: TestAppointments.start(0), until: TestAppointments.start(48 * 5), pageSize: slots))
            #expect(page.slots.count == slots)
            return asked.taken()
        }
        // Three slots a day with each of the forty; one slot more says whether there are more.
        #expect(try await ask(slots: 100) == 1)
        #expect(try await ask(slots: 119) == 1)
        #expect(try await ask(slots: 300) == 3)
    }

    @Test("find what is booked by its index, practitioner by practitioner")
    func plan() async throws {
        let subject: TestAppointments = try TestAppointments()
        let plan: [String] = try await subject.plan(AppointmentRepository.bookedSQL, ["[\"stein\"]", 0, 1, 0])
        #expect(plan.contains { $0.contains("USING INDEX appointmentSlot (practitioner=? AND start>? AND start<?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("SCAN appointment") || $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
    }

    @Test("leave out a practitioner who is booked elsewhere at that time, whatever the length of the slots there")
    func elsewhere() async throws {
        let subject: TestAppointments = try TestAppointments([
            TestClinics.clinic("long", hours: Self.allDay, minutes: 60, practitioners: ["stein"]),
            TestClinics.clinic("short", hours: Self.allDay, minutes: 30, practitioners: ["okafor", "stein"]),
        ])
        try await subject.book(1, at: "short")
        try await subject.book(6, at: "long")
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let page: SlotPageDomainModel = try await subject.slots.execute(
                SlotQueryDomainModel(
                    practitioner: "stein", from: TestAppointments.start(0), until: TestAppointments.start(10), pageSize: 3, cursor: cursor))
            found += page.slots.map { "\($0.clinic) \(($0.start.seconds - 1_000_800) / 1800)" }
            cursor = page.next
        } while cursor != nil
        // The long ones begin with every other short one.
        #expect(
            found == [
                "short 0", "long 2", "short 2", "short 3", "long 4", "short 4", "short 5", "long 8", "short 8", "short 9",
            ])
    }
}

/// Counts what a connection is asked about appointments.
private final class AskedQuestions: Sendable {
    private let count: Mutex<Int> = Mutex(0)

    /// Reads that follow one another use the same connection.
    func listen(on db: Database) {
        db.trace { [self] event in
            if "\(event)".contains("FROM appointment") { count.withLock { $0 += 1 } }
        }
    }

    /// How many came since it was asked last.
    func taken() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }
}
