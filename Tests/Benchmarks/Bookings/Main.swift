import AppointmentsStandIns
import ColonnadeEventLoop
import ColonnadeTesting
import FoundationEssentials

/// Books slots at a real `svc-appointments`, as many callers at a time as are wanted, and prints bookings and seconds.
///
///     bench-bookings DAEMON CALLERS BOOKINGS [COPY]
///
/// Where COPY is given, the daemon's database is copied there in the end.
@main
enum Main {
    struct Usage: Error, CustomStringConvertible {
        let description: String = "usage: bench-bookings DAEMON CALLERS BOOKINGS [COPY]"
    }

    static func main() async throws {
        let arguments: [String] = CommandLine.arguments
        guard (4...5).contains(arguments.count), let callers: Int = Int(arguments[2]), let bookings: Int = Int(arguments[3]), callers > 0,
            bookings > 0
        else { throw Usage() }
        let home: TemporaryDirectory = try TemporaryDirectory()
        let loop: EventLoop = EventLoop(name: "bench-bookings")
        let load: BookingLoad = try await BookingLoad(daemon: arguments[1], in: home, loop: loop)
        let duration: Duration = try await Task(executorPreference: loop) { try await load.run(callers: callers, bookings: bookings) }.value
        try await load.end()
        if arguments.count == 5 {
            try FileManager.default.copyItem(atPath: "\(home.path)/state/appointments.sqlite", toPath: arguments[4])
        }
        let (seconds, rest): (Int64, Int64) = duration.components
        print(bookings, Double(seconds) + Double(rest) / 1e18)
    }
}
