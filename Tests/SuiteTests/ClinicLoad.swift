import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import Foundation
import IOInterface
import Synchronization

/// Calls of the clinic's verticals that keep a database: bookings and invitations, each of them another one, and a summary that stays the same.
final class ClinicLoad: Sendable {
    /// What came of it.
    struct Account: Sendable {
        /// The keys of the bookings that were answered.
        var booked: Set<UUID> = []
        /// The names that were answered to be invited.
        var invited: Set<String> = []
        var summaries: Int = 0
        var failures: [String] = []
        /// The longest wait for an answer.
        var longest: Duration = .zero

        var answers: Int { booked.count + invited.count + summaries }
    }

    private static let practitioners: Int = 100
    private static let slotSeconds: Int = 300
    /// Between two calls of a caller: what is looked for takes many calls at a time, and no busy machine.
    private static let pause: Duration = .milliseconds(20)
    private static let day: Int = 86_400

    /// The verticals of a launcher file, with one clinic that has a slot for each booking.
    static var verticals: String {
        let people: String = (0..<practitioners).map { "{ id: d\($0), name: Doctor \($0) }" }.joined(separator: ", ")
        return """
              authentication:
                executable: svc-authentication
              maps:
                executable: svc-maps
              clinical-records:
                executable: svc-clinical-records
              appointments:
                executable: svc-appointments
                config:
                  bookingDays: 365
                  clinics:
                    - id: clinic
                      name: Clinic
                      timeZone: UTC
                      slotMinutes: \(slotSeconds / 60)
                      hours: [{ days: [monday, tuesday, wednesday, thursday, friday, saturday, sunday], from: "00:00", until: "24:00" }]
                      practitioners: [\(people)]

            """
    }

    private let loop: EventLoop = EventLoop(name: "clinic-load")
    private let connectors: [Connector]
    private let appointments: AppointmentsClient
    private let authentication: AuthenticationClient
    private let records: ClinicalRecordsClient
    private let patient: String
    /// Tomorrow's first slot, so that none begins meanwhile.
    private let first: Int = (Int(Date().timeIntervalSince1970) / ClinicLoad.day + 1) * ClinicLoad.day
    private let next: Atomic<Int> = Atomic(0)
    private let account: Mutex<Account> = Mutex(Account())
    private let isEnding: Mutex<Bool> = Mutex(false)

    /// - Parameters:
    ///   - sockets: the folder of the operator's sockets.
    ///   - patient: whose records are there.
    init(sockets: String, patient: String) {
        let loop: EventLoop = loop
        func connector(_ provider: String, _ contract: ContractDescriptor) -> Connector {
            Connector(
                consumer: "operator", provider: provider, contract: contract, dialer: UnixDialer(path: "\(sockets)/\(provider).sock"),
                loop: loop, instance: "clinic-load")
        }
        connectors = [
            connector("appointments", AppointmentsContract.descriptor), connector("authentication", AuthenticationContract.descriptor),
            connector("clinical-records", ClinicalRecordsContract.descriptor),
        ]
        appointments = AppointmentsClient(connectors[0])
        authentication = AuthenticationClient(connectors[1])
        records = ClinicalRecordsClient(connectors[2])
        self.patient = patient
    }

    /// Calls until ``end()`` is called; returns once every call has its answer.
    /// - Parameters:
    ///   - staff: the session of somebody who books and reads.
    ///   - operator: the session of somebody who invites.
    func run(staff: String, operator: String) async -> Account {
        await Task(executorPreference: loop) {
            await withDiscardingTaskGroup { group in
                for _: Int in 0..<4 { group.addTask { await self.repeated(staff, self.book) } }
                for _: Int in 0..<2 { group.addTask { await self.repeated(`operator`, self.invite) } }
                for _: Int in 0..<2 { group.addTask { await self.repeated(staff, self.summarise) } }
            }
        }.value
        for connector: Connector in connectors { connector.close() }
        return account.withLock { $0 }
    }

    func end() { isEnding.withLock { $0 = true } }

    /// How many calls were answered or have failed so far.
    var count: Int { account.withLock { $0.answers + $0.failures.count } }

    private func repeated(_ session: String, _ call: @Sendable () async throws -> Void) async {
        while !isEnding.withLock({ $0 }) {
            let start: MonotonicTime = loop.now
            do {
                try await CallMetadata.$current.withValue(CallMetadata(session: session)) { try await call() }
            } catch {
                account.withLock { $0.failures.append("\(error)") }
            }
            let wait: Duration = loop.now - start
            account.withLock { $0.longest = max($0.longest, wait) }
            do { try await loop.sleep(for: Self.pause) } catch { return }
        }
    }

    private func book() async throws {
        let number: Int = next.add(1, ordering: .relaxed).oldValue
        let start: Int = first + number / Self.practitioners * Self.slotSeconds
        let booking: Booking = Booking(
            key: UUID(), patient: patient, clinic: "clinic", practitioner: "d\(number % Self.practitioners)",
            start: Date(timeIntervalSince1970: Double(start)))
        _ = try await appointments.book(booking)
        account.withLock { _ = $0.booked.insert(booking.key) }
    }

    private func invite() async throws {
        let name: String = "guest-\(next.add(1, ordering: .relaxed).oldValue)"
        _ = try await authentication.invite(Invitation(name: name, role: .staff))
        account.withLock { _ = $0.invited.insert(name) }
    }

    private func summarise() async throws {
        _ = try await records.summary(SummaryRequest(patient: patient))
        account.withLock { $0.summaries += 1 }
    }
}
