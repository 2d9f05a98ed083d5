import AppointmentsDomain
import Foundation
import GRDB
import Testing

@testable import AppointmentsData

@Suite("Bookings", .timeLimit(.minutes(2)))
struct BookingTests {
    private let subject: TestAppointments

    init() throws {
        subject = try TestAppointments()
    }

    @Test("two hundred who want the same slot at once: one has it, the others are told that it is taken")
    func oneWins() async throws {
        let answers: [AppointmentsProblem?] = await withTaskGroup(of: AppointmentsProblem?.self) { group in
            for _: Int in 0..<200 {
                group.addTask { [subject] in try? await problem { try await subject.book(3) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let taken: AppointmentsProblem = .taken(
            SlotDomainModel(clinic: "always", practitioner: "stein", start: TestAppointments.start(3), end: TestAppointments.start(4)))
        #expect(answers.count { $0 == nil } == 1)
        #expect(answers.count { $0 == taken } == 199)
        let rows: Int? = try await subject.database.pool.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM appointment") }
        #expect(rows == 1)
    }

    @Test("the same booking sent many times is made once, whatever comes in between")
    func idempotent() async throws {
        let key: String = UUID().uuidString
        let first: AppointmentDomainModel = try await subject.book(0, key: key, as: TestAppointments.ana)
        let again: [AppointmentDomainModel] = try await withThrowingTaskGroup(of: AppointmentDomainModel.self) { group in
            for _: Int in 0..<20 { group.addTask { [subject] in try await subject.book(0, key: key, as: TestAppointments.ana) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(again.allSatisfy { $0 == first })
        subject.now = 1_000_900
        #expect(try await subject.book(0, key: key, as: TestAppointments.ana) == first, "its slot has begun, and it is the same booking")
        let reused: AppointmentsProblem? = try await problem {
            try await subject.book(5, key: key, as: TestAppointments.ana)
        }
        #expect(reused == .keyReused(key))
        let otherReason: AppointmentsProblem? = try await problem {
            try await subject.book(0, key: key, reason: "cough", as: TestAppointments.ana)
        }
        #expect(otherReason == .keyReused(key))
        try await subject.book(5, key: key, patient: "p-ben", as: TestAppointments.ben)
    }

    @Test("a move frees the old slot and takes the new one, or changes nothing")
    func move() async throws {
        let mine: AppointmentDomainModel = try await subject.book(0, as: TestAppointments.ana)
        try await subject.book(1, patient: "p-ben", as: TestAppointments.ben)
        let toTaken: AppointmentsProblem? = try await problem {
            _ = try await subject.moving.execute(
                MoveDomainModel(appointment: mine.id, start: TestAppointments.start(1)), for: TestAppointments.ana)
        }
        #expect(toTaken != nil)
        #expect(try await appointments() == ["0 booked 0", "1 booked 0"])
        let move: MoveDomainModel = MoveDomainModel(appointment: mine.id, practitioner: "okafor", start: TestAppointments.start(1))
        let moved: AppointmentDomainModel = try await subject.moving.execute(move, for: TestAppointments.ana)
        #expect(moved.sequence == 1 && moved.slot.practitioner == "okafor" && moved.id == mine.id)
        #expect(try await subject.moving.execute(move, for: TestAppointments.ana) == moved, "sent twice, moved once")
        try await subject.book(0, patient: "p-ben", as: TestAppointments.ben)
    }

    @Test("an appointment that is cancelled gives its slot back, once, and stays cancelled")
    func cancel() async throws {
        let mine: AppointmentDomainModel = try await subject.book(0, as: TestAppointments.ana)
        let cancelled: AppointmentDomainModel = try await subject.cancelling.execute(mine.id, for: TestAppointments.ana)
        #expect(cancelled.status == .cancelled && cancelled.sequence == 1)
        #expect(try await subject.cancelling.execute(mine.id, for: TestAppointments.ana) == cancelled)
        try await subject.book(0, patient: "p-ben", as: TestAppointments.ben)
        let move: AppointmentsProblem? = try await problem {
            _ = try await subject.moving.execute(
                MoveDomainModel(appointment: mine.id, start: TestAppointments.start(7)), for: TestAppointments.ana)
        }
        #expect(move == .cancelled(appointment: mine.id))
    }

    @Test("what has begun, what is somebody else's and what nobody knows is refused")
    func refusals() async throws {
        let mine: AppointmentDomainModel = try await subject.book(0, as: TestAppointments.ana)
        let move: MoveDomainModel = MoveDomainModel(appointment: mine.id, start: TestAppointments.start(2))
        let somebodyElses: AppointmentsProblem = .unknownAppointment(mine.id)
        #expect(try await problem { _ = try await subject.moving.execute(move, for: TestAppointments.ben) } == somebodyElses)
        #expect(try await problem { _ = try await subject.cancelling.execute(mine.id, for: TestAppointments.ben) } == somebodyElses)
        #expect(try await problem { try await subject.book(2, patient: "p-ana", as: TestAppointments.ben) } != nil)
        #expect(try await problem { try await subject.book(-1) } == .past(TestAppointments.start(-1)))
        #expect(try await problem { try await subject.book(2, with: "nobody") } == .unknownPractitioner("nobody"))
        let far: Int = 365 * 48
        #expect(
            try await problem { try await subject.book(far) }
                == .unknownSlot(clinic: "always", practitioner: "stein", start: TestAppointments.start(far)))
        let unknown: AppointmentsProblem? = try await problem {
            _ = try await subject.cancelling.execute("nothing", for: TestAppointments.staff)
        }
        #expect(unknown == .unknownAppointment("nothing"))
        for reason: String in ["", String(repeating: "x", count: 501), "bell \u{7}"] {
            #expect(try await problem { try await subject.book(9, reason: reason) } == .invalidText(field: "reason", limit: 500))
        }
        subject.now = 1_000_800
        let past: AppointmentsProblem = .past(TestAppointments.start(0))
        #expect(try await problem { _ = try await subject.cancelling.execute(mine.id, for: TestAppointments.ana) } == past)
        let started: MoveDomainModel = MoveDomainModel(appointment: mine.id, start: TestAppointments.start(3))
        #expect(try await problem { _ = try await subject.moving.execute(started, for: TestAppointments.ana) } == past)
    }

    @Test("the database itself keeps a slot from being booked twice")
    func uniqueSlot() async throws {
        try await subject.book(0)
        await #expect(throws: DatabaseError.self) {
            try await subject.database.pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO appointment (id, user, key, content, patient, clinic, practitioner, start, end, isBooked, sequence, created,
                            changed) VALUES ('x', 'u', 'k', '', 'p', 'c', 'stein', 1000800, 1002600, 1, 0, 0, 0)
                        """)
            }
        }
    }

    @Test("slots of another length, from before the opening hours changed, are not overlapped")
    func overlap() async throws {
        let repository: BookingRepository = BookingRepository(subject.database, bells: subject.bells)
        let long: SlotDataModel = SlotDataModel(clinic: "always", practitioner: "stein", start: 1_000_800 - 600, end: 1_000_800 + 600)
        _ = try await repository.book(
            BookingDataModel(id: "1", user: "u", key: "k", content: "", patient: "p", slot: long, reason: nil, now: 0))
        #expect(try await problem { try await subject.book(0) } != nil)
        let page: SlotPageDomainModel = try await subject.slots.execute(
            SlotQueryDomainModel(practitioner: "stein", from: TestAppointments.start(0), until: TestAppointments.start(2)))
        #expect(page.slots.map(\.start) == [TestAppointments.start(1)])
    }

    @Test("one write that fails takes no other with it, and what it did is undone")
    func groupFailure() async throws {
        struct Broken: Error {}
        let commits: GroupCommit = subject.database.commits
        let results: [Bool] = await withTaskGroup(of: Bool.self) { group in
            for number: Int in 0..<100 {
                group.addTask {
                    do {
                        try await commits.write { db in
                            try db.execute(
                                sql: "INSERT INTO event (kind, appointment, patient, clinic, practitioner, start, end, sequence, changed) "
                                    + "SELECT 1, number, 'p', 'c', 'd', ?, 0, 0, 0 FROM appointment", arguments: [number])
                            if number.isMultiple(of: 10) { throw Broken() }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { !$0 } == 10)
    }

    /// `slot status sequence` of all of Dr. Stein's appointments.
    private func appointments() async throws -> [String] {
        try await subject.database.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT start, isBooked, sequence FROM appointment WHERE practitioner = 'stein' ORDER BY start").map {
                row in
                let start: Int64 = row[0]
                let isBooked: Bool = row[1]
                let sequence: Int = row[2]
                return "\((start - 1_000_800) / 1800) \(isBooked ? "booked" : "cancelled") \(sequence)"
            }
        }
    }
}
