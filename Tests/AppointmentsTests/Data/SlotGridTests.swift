import AppointmentsDataDomainInterface
import AppointmentsDomain
import Foundation
import Testing

@Suite("Free times by day", .timeLimit(.minutes(2)))
struct SlotGridTests {
    @Test("Are those of the free slots, each time once, on the clinic's own days", arguments: ["UTC", "America/New_York", "Europe/Berlin"])
    func same(zone: String) async throws {
        let clinic: ClinicDomainModel = TestClinics.clinic("c", zone: zone, hours: TestClinics.always.hours, minutes: 60)
        let subject: TestAppointments = try TestAppointments([clinic])
        // A month in which clocks are changed, and half of the times are booked.
        subject.now = 1_774_000_000
        let slots: SlotPageDomainModel = try await free(subject, "stein", from: subject.now, days: 10)
        for slot: SlotDomainModel in slots.slots where slot.start.seconds / 3_600 % 2 == 0 { try await book(slot, in: subject) }
        for slot: SlotDomainModel in slots.slots where slot.start.seconds / 3_600 % 4 == 0 {
            try await book(SlotDomainModel(clinic: "c", practitioner: "okafor", start: slot.start, end: slot.end), in: subject)
        }
        var calendar: Calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        for practitioner: String? in [nil, "stein"] {
            var seen: [SlotGridDomainModel.Time] = []
            var first: CalendarDay?
            for _: Int in 0..<2 {
                let grid: SlotGridDomainModel = try await subject.grid.execute(
                    SlotGridQueryDomainModel(clinic: "c", practitioner: practitioner, first: first))
                for day: SlotGridDomainModel.Day in grid.days {
                    seen += day.times
                    for time: SlotGridDomainModel.Time in day.times {
                        let date: Date = Date(timeIntervalSince1970: Double(time.start.seconds))
                        let parts: DateComponents = calendar.dateComponents([.year, .month, .day], from: date)
                        #expect(day.day.parts.month == parts.month && day.day.parts.day == parts.day)
                    }
                }
                first = grid.later
                #expect(first != nil)
            }
            let all: SlotPageDomainModel = try await free(subject, practitioner, from: subject.now, days: 20)
            let last: Moment = try #require(seen.last?.start)
            let wanted: [Moment] = all.slots.map(\.start).filter { $0 <= last }
            #expect(seen.map(\.start) == (practitioner == nil ? Set(wanted).sorted() : wanted))
            #expect(seen.allSatisfy { time in all.slots.contains { ($0.start, $0.practitioner) == (time.start, time.practitioner) } })
        }
    }

    @Test("Go as far as may be booked, and no page has too many")
    func bounds() async throws {
        let subject: TestAppointments = try TestAppointments([
            TestClinics.clinic("c", hours: TestClinics.always.hours, minutes: 5), TestClinics.clinic("d", hours: TestClinics.always.hours),
        ])
        let small: SlotGridDomainModel = try await subject.grid.execute(SlotGridQueryDomainModel(clinic: "c"))
        #expect(small.days.count == 1 && small.earlier == nil && small.later == small.days[0].day.adding(1))
        let whole: SlotGridDomainModel = try await subject.grid.execute(
            SlotGridQueryDomainModel(clinic: "c", first: small.later))
        #expect(whole.days.map(\.times.count) == [288] && whole.earlier == small.days[0].day)
        let past: SlotGridDomainModel = try await subject.grid.execute(
            SlotGridQueryDomainModel(clinic: "d", first: CalendarDay(number: -100)))
        #expect(past.days.first?.day == small.days[0].day && past.days.count == 6)
        let far: SlotGridDomainModel = try await subject.grid.execute(
            SlotGridQueryDomainModel(clinic: "d", first: CalendarDay(number: .max / 2)))
        #expect(far.days.map(\.day) == [small.days[0].day.adding(365)] && far.later == nil)
        await #expect(throws: AppointmentsProblem.unknownPractitioner("nobody")) {
            try await subject.grid.execute(SlotGridQueryDomainModel(clinic: "c", practitioner: "nobody"))
        }
        await #expect(throws: AppointmentsProblem.unknownClinic("x")) {
            try await subject.grid.execute(SlotGridQueryDomainModel(clinic: "x"))
        }
    }

    @Test("Distances to clinics are those of the sphere, and the nearest clinic comes first")
    func distances() throws {
        let (berlin, tokyo): (ClinicPlaceDomainModel, ClinicPlaceDomainModel) = (
            ClinicPlaceDomainModel(id: "b", address: "Berlin", latitude: 52.52, longitude: 13.405),
            ClinicPlaceDomainModel(id: "t", address: "Tokyo", latitude: 35.6762, longitude: 139.6503)
        )
        let paris: PickedPlaceDomainModel = try PickedPlaceDomainModel(name: "Paris", latitude: 48.8566, longitude: 2.3522)
        let measured: [Double] = [berlin, tokyo].map { DistancesOnSphere().metres(from: paris, to: $0) }
        // By the spherical law of cosines, and with another tool.
        #expect(abs(measured[0] - 877_465) < 1 && abs(measured[1] - 9_711_738) < 1, "\(measured)")
        for bad: (Double, Double) in [(90.1, 0), (.nan, 0), (0, .infinity), (0, -181)] {
            #expect(throws: AppointmentsProblem.invalidText(field: "near", limit: 200)) {
                try PickedPlaceDomainModel(name: "x", latitude: bad.0, longitude: bad.1)
            }
        }
    }

    private func free(
        _ subject: TestAppointments, _ practitioner: String?, from: Int64, days: Int64
    ) async throws -> SlotPageDomainModel {
        var slots: [SlotDomainModel] = []
        var cursor: String?
        repeat {
            let page: SlotPageDomainModel = try await subject.slots.execute(
                SlotQueryDomainModel(
                    practitioner: practitioner, from: Moment(seconds: from), until: Moment(seconds: from + days * 86_400), pageSize: 500,
                    cursor: cursor))
            slots += page.slots
            cursor = page.next
        } while cursor != nil
        return SlotPageDomainModel(clinics: [], slots: slots, next: nil)
    }

    private func book(_ slot: SlotDomainModel, in subject: TestAppointments) async throws {
        _ = try await subject.booking.execute(
            BookingDomainModel(
                key: UUID().uuidString, patient: "p", clinic: slot.clinic, practitioner: slot.practitioner, start: slot.start),
            for: TestAppointments.staff)
    }
}
