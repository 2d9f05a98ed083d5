import AppointmentsDomain
import Testing

@Suite("Lists of appointments", .timeLimit(.minutes(2)))
struct ListTests {
    private let subject: TestAppointments

    init() throws {
        subject = try TestAppointments()
    }

    @Test("a patient's, page by page, the earliest first, cancelled ones included")
    func ofPatient() async throws {
        for slot: Int in [5, 3, 9, 1, 7] { try await subject.book(slot) }
        for slot: Int in [5, 3] { try await subject.book(slot, with: "okafor") }
        try await subject.book(2, patient: "p-ben")
        let cancelled: AppointmentDomainModel = try await subject.book(8)
        _ = try await subject.cancelling.execute(cancelled.id, for: TestAppointments.staff)
        for pageSize: Int in [1, 2, 3, 200] {
            var (found, cursor): ([AppointmentDomainModel], String?) = ([], nil)
            repeat {
                let page: AppointmentPageDomainModel = try await subject.listing.execute(
                    ListQueryDomainModel(scope: .patient("p-ana"), pageSize: pageSize, cursor: cursor), for: TestAppointments.ana)
                #expect(page.appointments.count <= pageSize)
                found += page.appointments
                cursor = page.next
            } while cursor != nil
            #expect(found.map { ($0.slot.start.seconds - 1_000_800) / 1800 } == [1, 3, 3, 5, 5, 7, 8, 9])
            #expect(found.map(\.status) == [.booked, .booked, .booked, .booked, .booked, .booked, .cancelled, .booked])
        }
        let later: AppointmentPageDomainModel = try await subject.listing.execute(
            ListQueryDomainModel(scope: .patient("p-ana"), from: TestAppointments.start(7)), for: TestAppointments.ana)
        #expect(later.appointments.count == 3)
    }

    @Test("a clinic's day, for staff")
    func ofDay() async throws {
        // 1970-01-12, 14:00.
        for slot: Int in [0, 19, 20, 67, 68] { try await subject.book(slot) }
        let query: ListQueryDomainModel = ListQueryDomainModel(scope: .clinicDay(clinic: "always", day: "1970-01-13"))
        let page: AppointmentPageDomainModel = try await subject.listing.execute(query, for: TestAppointments.staff)
        #expect(page.appointments.map { ($0.slot.start.seconds - 1_000_800) / 1800 } == [20, 67])
        guard case .notAllowed? = try await problem({ _ = try await subject.listing.execute(query, for: TestAppointments.ana) }) else {
            Issue.record("a patient saw a clinic's day")
            return
        }
    }

    @Test("what is somebody else's, and what makes no sense, is refused")
    func refusals() async throws {
        func ask(_ query: ListQueryDomainModel, _ visitor: VisitorDomainModel = TestAppointments.staff) async throws -> AppointmentsProblem?
        {
            try await problem { _ = try await subject.listing.execute(query, for: visitor) }
        }
        guard case .notAllowed? = try await ask(ListQueryDomainModel(scope: .patient("p-ben")), TestAppointments.ana),
            case .notAllowed? = try await ask(
                ListQueryDomainModel(scope: .patient("p-ben")), VisitorDomainModel(user: "operator", role: .other))
        else {
            Issue.record("somebody else's appointments were listed")
            return
        }
        #expect(try await ask(ListQueryDomainModel(scope: .patient("p"), pageSize: 201)) == .invalidPageSize(201, allowed: 1...200))
        #expect(try await ask(ListQueryDomainModel(scope: .patient("p"), cursor: "e.1")) == .invalidCursor("e.1"))
        #expect(try await ask(ListQueryDomainModel(scope: .clinicDay(clinic: "none", day: "2026-01-01"))) == .unknownClinic("none"))
        #expect(try await ask(ListQueryDomainModel(scope: .clinicDay(clinic: "always", day: "today"))) == .invalidDay("today"))
    }
}
