import AppointmentsStandIns
import ColonnadeEventLoop
import ColonnadeTesting

/// Books slots at a real `svc-appointments`, as many callers at a time as are wanted, and prints bookings and seconds.
///
///     bench-bookings DAEMON CALLERS BOOKINGS
@main
enum Main {
    struct Usage: Error, CustomStringConvertible {
        let description: String = "usage: bench-bookings DAEMON CALLERS BOOKINGS"
    }

    static func main() async throws {
        let arguments: [String] = CommandLine.arguments
        guard arguments.count == 4, let callers: Int = Int(arguments[2]), let bookings: Int = Int(arguments[3]), callers > 0, bookings > 0
        else { throw Usage() }
        let home: TemporaryDirectory = try TemporaryDirectory()
        let loop: EventLoop = EventLoop(name: "bench-bookings")
        let load: BookingLoad = try await BookingLoad(daemon: arguments[1], in: home, loop: loop)
        let duration: Duration = try await Task(executorPreference: loop) { try await load.run(callers: callers, bookings: bookings) }.value
        try await load.end()
        let (seconds, rest): (Int64, Int64) = duration.components
        print(bookings, Double(seconds) + Double(rest) / 1e18)
    }
}
