import AppointmentsIO
import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import Synchronization

/// Books one slot after another of the clinic `demo`, by the practitioners `d0` to `d99`, who work in slots of five minutes.
final class BookingLoad: Sendable {
    struct NoSession: Error, CustomStringConvertible {
        let description: String = "COLONNADE_SESSION is not @FILE with what signIn printed"
    }

    private struct SignedIn: Decodable {
        let token: String
    }

    private static let practitioners: Int = 100
    private static let slot: Int64 = 300
    private static let day: Int64 = 86_400
    private static let patience: Duration = .seconds(30)
    private static let pause: Duration = .milliseconds(10)

    let account: Account = Account()
    /// Whose bookings they are: to be bound around ``book(_:)``.
    let session: CallMetadata
    private let loop: EventLoop
    private let appointments: AppointmentsClient
    private let ledger: String
    private let confirmed: Mutex<[String]> = Mutex([])
    /// The slot with number 0: tomorrow's first, so that none begins meanwhile.
    private let first: Int64

    init(_ suite: CalledSuite, ledger path: String) throws {
        loop = suite.loop
        appointments = AppointmentsClient(suite.channel(to: "appointments", AppointmentsContract.descriptor, account))
        guard let file: String = ProcessInfo.processInfo.environment["COLONNADE_SESSION"], file.hasPrefix("@") else { throw NoSession() }
        let signedIn: SignedIn = try JSONDecoder().decode(SignedIn.self, from: Data(contentsOf: URL(filePath: String(file.dropFirst()))))
        session = CallMetadata(session: signedIn.token)
        ledger = path
        first = (Int64(Date().timeIntervalSince1970) / Self.day + 1) * Self.day
    }

    /// Books the slot with this number, again and again with the same key until the answer is known.
    func book(_ number: Int) async {
        let begun: MonotonicTime = loop.now
        let booking: Booking = Booking(
            key: UUID(), patient: "demo-\(number)", clinic: "demo", practitioner: "d\(number % Self.practitioners)",
            start: Date(timeIntervalSince1970: Double(first + Int64(number / Self.practitioners) * Self.slot)))
        while loop.now - begun < Self.patience {
            if await attempt(booking, begun: begun) { return }
            do { try await loop.sleep(for: Self.pause) } catch { break }
        }
        account.lost()
    }

    /// Writes the ledger: key, id, practitioner and start of each confirmed booking.
    func write() throws {
        try Data(confirmed.withLock { $0 }.joined().utf8).write(to: URL(filePath: ledger))
    }

    /// - Returns: whether there is nothing left to do.
    private func attempt(_ booking: Booking, begun: MonotonicTime) async -> Bool {
        do throws(AppointmentsClient.Failure) {
            let made: Appointment = try await appointments.book(booking)
            account.answered(after: loop.now - begun)
            let line: String = "\(booking.key) \(made.id) \(booking.practitioner) \(Int64(booking.start.timeIntervalSince1970))\n"
            confirmed.withLock { $0.append(line) }
            return true
        } catch {
            account.failed("\(error)")
            switch error {
            case .refused, .refusedUnknown:
                account.lost()
                return true
            default: return false
            }
        }
    }
}
