import AppointmentsIO
import AppointmentsStandIns
import AuthenticationIO
import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Synchronization

/// A daemon with one large clinic, and callers who book at it.
final class BookingLoad: Sendable {
    /// Bookings before the clock is started.
    private static let warmUp: Int = 200
    private static let practitioners: Int = 100
    /// Tomorrow's first slot, so that none begins meanwhile.
    private static let day: Int64 = 86_400

    private let process: DaemonProcess
    private let appointments: AppointmentsClient
    private let authentication: StandIn
    private let token: String
    private let first: Int64

    init(daemon: String, in home: TemporaryDirectory, loop: EventLoop) async throws {
        let sessions: SessionsStandIn = SessionsStandIn()
        authentication = try await StandIn("authentication", AuthenticationDispatcher(sessions), in: home, loop: loop)
        process = try await DaemonProcess.start(
            daemon, configuration: Self.configuration, arguments: ["--sockets", home.path], home: home)
        appointments = AppointmentsClient(process.channel(to: AppointmentsContract.descriptor))
        token = try sessions.staff()
        first = (Int64(Date().timeIntervalSince1970) / Self.day + 1) * Self.day
    }

    /// How long so many bookings take, warmed up.
    func run(callers: Int, bookings: Int) async throws -> Duration {
        try await CallMetadata.$current.withValue(CallMetadata(session: token)) {
            try await book(0..<Self.warmUp, callers: callers)
            let start: ContinuousClock.Instant = .now
            try await book(Self.warmUp..<Self.warmUp + bookings, callers: callers)
            return start.duration(to: .now)
        }
    }

    func end() async throws {
        _ = try await process.stop()
        authentication.close()
    }

    private func book(_ numbers: Range<Int>, callers: Int) async throws {
        let next: NextNumber = NextNumber(from: numbers.lowerBound)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _: Int in 0..<callers {
                group.addTask { [self] in
                    var number: Int = next.take()
                    while number < numbers.upperBound {
                        try await book(number)
                        number = next.take()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func book(_ number: Int) async throws {
        let start: Int64 = first + Int64(number / Self.practitioners) * 300
        _ = try await appointments.book(
            Booking(
                key: UUID(), patient: "patient-1", clinic: "clinic", practitioner: "d\(number % Self.practitioners)",
                start: Date(timeIntervalSince1970: Double(start))))
    }

    private static var configuration: String {
        let people: [String] = (0..<practitioners).map { "{\"id\": \"d\($0)\", \"name\": \"Doctor \($0)\"}" }
        return """
            {"clinics": [{"id": "clinic", "name": "Clinic", "timeZone": "UTC", "slotMinutes": 5, "hours": [{"days": ["monday", "tuesday",
                "wednesday", "thursday", "friday", "saturday", "sunday"], "from": "00:00", "until": "24:00"}],
                "practitioners": [\(people.joined(separator: ", "))]}]}
            """
    }
}

/// Numbers that are taken by many, each once.
private final class NextNumber: Sendable {
    private let next: Atomic<Int>

    init(from first: Int) {
        next = Atomic(first)
    }

    func take() -> Int { next.add(1, ordering: .relaxed).oldValue }
}
