import AppointmentsIO
import AppointmentsStandIns
import AuthenticationIO
import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Foundation
import MapsIO
import Testing

@Suite("svc-appointments, as a process", .timeLimit(.minutes(3)))
struct AppointmentsDaemonTests {
    private let home: TemporaryDirectory
    private let loop: EventLoop = EventLoop(name: "appointments-tests")
    private let sessions: SessionsStandIn = SessionsStandIn()

    init() throws {
        home = try TemporaryDirectory()
    }

    @Test("Two hundred concurrent bookings of one slot: exactly one is made, and the others are told that it is taken")
    func oneWins() async throws {
        let authentication: StandIn = try await standIn()
        let daemon: AppointmentsDaemon = try await AppointmentsDaemon(in: home)
        let staff: String = try sessions.staff()
        let start: Date = TestConfiguration.slot(3)
        let answers: [AppointmentsRefusal?] = try await calling(as: staff) {
            try await withThrowingTaskGroup(of: AppointmentsRefusal?.self) { group in
                for number: Int in 0..<200 {
                    group.addTask {
                        try await refusal { _ = try await daemon.appointments.book(Self.booking(at: start, patient: "p-\(number)")) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count { $0 == nil } == 1)
        #expect(answers.count { $0 == .taken(clinic: "general", practitioner: "stein", start: start) } == 199)
        let day: [Appointment] = try await calling(as: staff) {
            var all: [Appointment] = []
            for number: Int in 0..<200 {
                all += try await daemon.appointments.list(ListRequest(scope: .patient("p-\(number)"))).appointments
            }
            return all
        }
        #expect(day.count == 1)
        #expect(try await daemon.process.stop() == .exited(0))
        authentication.close()
    }

    @Test("What it confirmed is there after kill -9, and a booking that is sent again is the same one")
    func keepsWhatItConfirmed() async throws {
        let authentication: StandIn = try await standIn()
        let ana: String = try sessions.patient("p-ana")
        var confirmed: [Appointment] = []
        let bookings: [Booking] = (0..<6).map { Self.booking(at: TestConfiguration.slot($0), patient: "p-ana") }
        for round: Int in 0..<3 {
            let daemon: AppointmentsDaemon = try await AppointmentsDaemon(in: home)
            let before: [Appointment] = confirmed
            confirmed = try await calling(as: ana) {
                let listed: [Appointment] = try await daemon.appointments.list(ListRequest(scope: .patient("p-ana"))).appointments
                #expect(listed == before)
                for (booking, earlier): (Booking, Appointment) in zip(bookings, before) {
                    #expect(try await daemon.appointments.book(booking) == earlier)
                }
                var made: [Appointment] = before
                for booking: Booking in bookings[(round * 2)..<(round * 2 + 2)] { made.append(try await daemon.appointments.book(booking)) }
                return made
            }
            #expect(try await daemon.process.kill() == .signalled(SIGKILL))
        }
        #expect(confirmed.count == 6 && Set(confirmed.map(\.id)).count == 6)
        authentication.close()
    }

    @Test("Bookings that were cut off by kill -9 are made whole or not at all, and can be sent again")
    func cutOff() async throws {
        let authentication: StandIn = try await standIn()
        let staff: String = try sessions.staff()
        let first: AppointmentsDaemon = try await AppointmentsDaemon(in: home)
        let bookings: [Booking] = (0..<100).map { Self.booking(at: TestConfiguration.slot($0), patient: "p") }
        let answered: [Appointment] = await calling(as: staff) {
            await withTaskGroup(of: Appointment?.self) { group in
                for booking: Booking in bookings { group.addTask { try? await first.appointments.book(booking) } }
                var answered: [Appointment] = []
                for await case let appointment? in group {
                    answered.append(appointment)
                    if answered.count == 1 { _ = try? await first.process.kill() }
                }
                return answered
            }
        }
        #expect(!answered.isEmpty)
        let second: AppointmentsDaemon = try await AppointmentsDaemon(in: home)
        try await calling(as: staff) {
            let listed: AppointmentsPage = try await second.appointments.list(ListRequest(scope: .patient("p"), pageSize: 200))
            #expect(Set(listed.appointments).isSuperset(of: answered), "what was confirmed is there")
            for booking: Booking in bookings { _ = try await second.appointments.book(booking) }
            let all: AppointmentsPage = try await second.appointments.list(ListRequest(scope: .patient("p"), pageSize: 200))
            #expect(all.appointments.count == 100 && Set(all.appointments).isSuperset(of: listed.appointments))
            let following: FollowAppointments = FollowAppointments(scope: .all, cursor: "e.0")
            let news: [AppointmentNews] = try await Self.first(101, of: second.appointments.follow(following))
            #expect(Set(news).count == 101, "each was told once")
        }
        #expect(try await second.process.stop() == .exited(0))
        authentication.close()
    }

    @Test("Without maps it works, and finds the clinic once maps is there; without its keys it lets nobody in")
    func without() async throws {
        let daemon: AppointmentsDaemon = try await AppointmentsDaemon(in: home)
        let range: SlotsRequest = SlotsRequest(from: TestConfiguration.slot(0), until: TestConfiguration.slot(1))
        let before: SlotsPage = try await daemon.appointments.slots(range)
        #expect(before.slots.count == 2 && before.clinics.first?.place == nil)
        let ana: String = try sessions.patient("p-ana")
        let refused: AppointmentsRefusal? = try await calling(as: ana) {
            try await refusal { _ = try await daemon.appointments.book(Self.booking(at: TestConfiguration.slot(0), patient: "p-ana")) }
        }
        #expect(refused?.name == "sessionNeeded")
        let authentication: StandIn = try await standIn()
        let maps: StandIn = try await StandIn("maps", MapsDispatcher(FakeMaps()), in: home, loop: loop)
        while try await daemon.appointments.slots(range).clinics.first?.place == nil { try Task.checkCancellation() }
        _ = try await calling(as: ana) {
            try await daemon.appointments.book(Self.booking(at: TestConfiguration.slot(0), patient: "p-ana"))
        }
        authentication.close()
        maps.close()
        _ = try await calling(as: ana) {
            try await daemon.appointments.book(Self.booking(at: TestConfiguration.slot(1), patient: "p-ana"))
        }
        #expect(try await daemon.appointments.slots(range).clinics.first?.place != nil, "what is known stays")
        #expect(try await daemon.process.stop() == .exited(0))
    }

    private func standIn() async throws -> StandIn {
        try await StandIn("authentication", AuthenticationDispatcher(sessions), in: home, loop: loop)
    }

    private static func booking(at start: Date, patient: String) -> Booking {
        Booking(key: UUID(), patient: patient, clinic: "general", practitioner: "stein", start: start)
    }

    private static func first(
        _ count: Int, of news: OutputSequence<AppointmentNews, AppointmentsRefusal>
    ) async throws -> [AppointmentNews] {
        var seen: [AppointmentNews] = []
        for try await one: AppointmentNews in news {
            seen.append(one)
            if seen.count == count { break }
        }
        return seen
    }
}
