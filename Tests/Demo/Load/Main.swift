import ColonnadeContract
import ColonnadeEventLoop

/// Calls a running suite at a steady pace for `make demo`, and says once a second how it went, one JSON object a line.
///
///     demo-load HOME bookings RATE LEDGER     books slots by the session in COLONNADE_SESSION; LEDGER gets a line for each confirmed one
///     demo-load HOME searches RATE            looks for places
///     demo-load HOME intrude CONSUMER         calls a board of maps that CONSUMER has not declared, by the edge of CONSUMER
///
/// The first two go on until standard input ends, and then wait for every answer. See ``Pace`` for what a line there does.
@main
enum Main {
    struct Usage: Error, CustomStringConvertible {
        let description: String = "usage: demo-load HOME bookings RATE LEDGER | HOME searches RATE | HOME intrude CONSUMER"
    }

    static func main() async throws {
        let arguments: [String] = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else { throw Usage() }
        let suite: CalledSuite = CalledSuite(home: arguments[0])
        switch (arguments[1], arguments.count) {
        case ("bookings", 4):
            let load: BookingLoad = try BookingLoad(suite, ledger: arguments[3])
            try await CallMetadata.$current.withValue(load.session) {
                try await pace(try rate(arguments[2]), on: suite, load.account) { await load.book($0) }
            }
            try load.write()
        case ("searches", 3):
            let load: SearchLoad = SearchLoad(suite)
            try await pace(try rate(arguments[2]), on: suite, load.account) { await load.search($0) }
        case ("intrude", 3): print(await Intruder(suite, consumer: arguments[2]).directions())
        default: throw Usage()
        }
    }

    private static func rate(_ text: String) throws -> Int {
        guard let rate: Int = Int(text), (1...100_000).contains(rate) else { throw Usage() }
        return rate
    }

    private static func pace(
        _ rate: Int, on suite: CalledSuite, _ account: Account, call: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let pace: Pace = Pace(rate: rate, loop: suite.loop, account: account)
        await Task(executorPreference: suite.loop) { await pace.run(call) }.value
    }
}
