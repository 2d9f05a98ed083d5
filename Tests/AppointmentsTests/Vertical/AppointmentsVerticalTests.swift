import AppointmentsIO
import Colonnade
import Foundation
import Testing

@Suite("Appointments, as another vertical sees them", .timeLimit(.minutes(2)))
struct AppointmentsVerticalTests {
    @Test("slots, a booking, a move, a cancellation, the list and the news of it")
    func walk() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let staff: String = try subject.sessions.staff()
        let range: SlotsRequest = SlotsRequest(
            practitioner: "stein", from: TestConfiguration.slot(0), until: TestConfiguration.slot(4))
        let free: SlotsPage = try await subject.appointments.slots(range)
        #expect(free.slots.map(\.start) == (0..<4).map(TestConfiguration.slot) && free.next == nil)
        #expect(free.clinics.first?.practitioners.map(\.name) == ["Dr. Mara Stein", "Dr. Chidi Okafor"])
        try await calling(as: staff) {
            let follower: OutputSequence<AppointmentNews, AppointmentsRefusal>.AsyncIterator = subject.appointments.follow(
                FollowAppointments(scope: .clinic("general"))
            ).makeAsyncIterator()
            guard case .following? = try await follower.next() else {
                Issue.record("the follower does not follow")
                return
            }
            let booked: Appointment = try await subject.appointments.book(subject.booking(1, patient: "p-ana", reason: "cough"))
            let rest: [Date] = try await subject.appointments.slots(range).slots.map(\.start)
            #expect(rest == [0, 2, 3].map(TestConfiguration.slot))
            let moved: Appointment = try await subject.appointments.move(Move(appointment: booked.id, start: TestConfiguration.slot(2)))
            let cancelled: Appointment = try await subject.appointments.cancel(Cancellation(appointment: booked.id))
            var news: [AppointmentNews] = []
            for _: Int in 0..<3 { news.append(try #require(try await follower.next())) }
            guard case .booked(booked, _) = news[0], case .moved(moved, _) = news[1], case .cancelled(cancelled, _) = news[2] else {
                Issue.record("\(news)")
                return
            }
            let list: AppointmentsPage = try await subject.appointments.list(ListRequest(scope: .patient("p-ana")))
            #expect(list.appointments == [cancelled] && cancelled.reason == "cough" && cancelled.sequence == 2)
            #expect(try await subject.appointments.slots(range).slots.count == 4)
        }
        await subject.close()
    }

    @Test("refusals come typed")
    func refusals() async throws {
        let subject: AppointmentsUnderTest = try await AppointmentsUnderTest()
        let staff: String = try subject.sessions.staff()
        func ask(_ start: Date, clinic: String = "general", practitioner: String = "stein") async throws -> AppointmentsRefusal? {
            try await calling(as: staff) {
                try await refusal {
                    _ = try await subject.appointments.book(
                        Booking(key: UUID(), patient: "p", clinic: clinic, practitioner: practitioner, start: start))
                }
            }
        }
        let good: Date = TestConfiguration.slot(1)
        #expect(try await ask(TestConfiguration.slot(-3)) == .past(start: TestConfiguration.slot(-3)))
        for start: Date in [good.addingTimeInterval(0.25), good.addingTimeInterval(60), good.addingTimeInterval(400 * 86_400)] {
            #expect(try await ask(start) == .unknownSlot(clinic: "general", practitioner: "stein", start: start))
        }
        #expect(try await ask(.distantFuture)?.name == "unknownSlot")
        #expect(try await ask(good, clinic: "none") == .unknownClinic(clinic: "none"))
        #expect(try await ask(good, practitioner: "none") == .unknownPractitioner(practitioner: "none"))
        #expect(try await ask(good, clinic: String(repeating: "x", count: 65)) == .invalidText(field: "clinic", limit: 64))
        #expect(try await ask(good) == nil)
        #expect(try await ask(good) == .taken(clinic: "general", practitioner: "stein", start: good))
        let id: UUID = UUID()
        try await calling(as: staff) {
            let unknown: AppointmentsRefusal? = try await refusal {
                _ = try await subject.appointments.cancel(Cancellation(appointment: id))
            }
            #expect(unknown == .unknownAppointment(appointment: id))
            let long: SlotsRequest = SlotsRequest(from: good, until: good.addingTimeInterval(32 * 86_400))
            #expect(try await refusal { _ = try await subject.appointments.slots(long) } == .rangeTooLong(days: 32, limit: 31))
            let booking: Booking = subject.booking(5, patient: "p")
            _ = try await subject.appointments.book(booking)
            let other: Booking = subject.booking(6, patient: "p", key: booking.key)
            #expect(try await refusal { _ = try await subject.appointments.book(other) } == .keyReused(key: booking.key))
        }
        await subject.close()
    }

    @Test(
        "a configuration that makes no sense is refused, with what would",
        arguments: [
            ("timeZone", "America/New_York", "Mars/Base", "Mars/Base"), ("slotMinutes", "30", "4", "slotMinutes"),
            ("from", "00:00", "25:00", "25:00"), ("until", "24:00", "00:00", "the earlier first"), ("id", "okafor", "stein", "same id"),
        ])
    func configuration(field: String, right: String, wrong: String, told: String) async throws {
        let json: String = TestConfiguration.json.replacing("\"\(field)\": \"\(right)\"", with: "\"\(field)\": \"\(wrong)\"")
            .replacing("\"\(field)\": \(right)", with: "\"\(field)\": \(wrong)")
        try #require(json != TestConfiguration.json)
        do {
            let subject: AppointmentsUnderTest = try await AppointmentsUnderTest(configuration: json)
            await subject.close()
            Issue.record("\(wrong) was taken")
        } catch let error as LaunchError {
            #expect(error.description.contains(told), "\(error)")
        }
    }
}
