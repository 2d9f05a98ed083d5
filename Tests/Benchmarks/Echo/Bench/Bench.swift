import ArgumentParser
import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import FoundationEssentials

/// `svc-echo bench`: measures a running `svc-echo` from another process, over its socket.
struct Bench: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "svc-echo bench", abstract: "Measures a running svc-echo.",
        discussion: """
            Every reply is compared with its request. A tenth of the calls, or of the time, goes before and does not count.
            Run it from a release build.
            """)

    private static let defaultCalls: Int = 50_000
    /// A day.
    private static let longestTime: Double = 86_400

    @Option(help: ArgumentHelp("The socket of the svc-echo to measure.", valueName: "path"))
    var socket: String

    @Option(help: "What to measure: \(Mode.allCases.map(\.rawValue).joined(separator: ", ")).")
    var mode: Mode = .rtt64

    @Option(help: "How many calls, or outputs, to measure (default: \(defaultCalls)).")
    var calls: Int?

    @Option(help: "How long to measure; with --calls, whichever ends first.")
    var seconds: Double?

    @Option(help: "How many calls are in flight at once; for pipe64.")
    var window: Int = 256

    @Option(help: ArgumentHelp("Look for a reply this long without waiting before sleeping.", valueName: "microseconds"))
    var spin: Int = 0

    @Flag(help: "Call a `svc-echo --floor`: a Swift task for each message on the same loop and sockets, and nothing else.")
    var floor: Bool = false

    @Flag(help: "Print the result as one line of JSON.")
    var json: Bool = false

    func validate() throws {
        guard calls ?? 1 >= 1, window >= 1 else { throw ValidationError("--calls and --window are 1 or more.") }
        guard seconds.map({ $0 > 0 && $0 <= Self.longestTime }) ?? true else {
            throw ValidationError("--seconds is more than 0 and at most \(Int(Self.longestTime)).")
        }
        guard (0...1_000_000).contains(spin) else { throw ValidationError("--spin is 0 to 1000000 microseconds.") }
    }

    func run() throws {
        // Whoever compares asks for all modes, and takes silence for an answer.
        if floor, !FloorWorkload.modes.contains(mode) {
            StandardError.write([UInt8]("the floor has no mode \(mode.rawValue)\n".utf8))
            return
        }
        let measured: Result<Measurement, SocketError> = EventLoop.run(name: "bench") { [self] loop in
            do throws(SocketError) {
                return .success(floor ? try await measureFloor(on: loop) : await measure(on: loop))
            } catch {
                return .failure(error)
            }
        }
        let result: Measurement = try measured.get()
        print(try json ? result.json() : result.text)
        if result.errors > 0 { throw ExitCode(1) }
    }

    private var pace: Pace {
        Pace(calls: calls ?? (seconds == nil ? Self.defaultCalls : .max), time: seconds.map { .seconds($0) })
    }

    private func measure(on loop: EventLoop) async -> Measurement {
        loop.spin(upTo: .microseconds(spin))
        let connectors: [Connector] = (0..<mode.connections).map { number in
            Connector(
                consumer: "bench", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: socket), loop: loop,
                instance: "bench-\(number)")
        }
        let workload: Workload = Workload(clients: connectors.map { EchoClient($0) }, loop: loop, mode: mode, window: window)
        let warmUp: Measurement = await workload.run(pace.warmUp)
        let result: Measurement = warmUp.errors > 0 ? warmUp : await workload.run(pace)
        for connector: Connector in connectors { connector.close() }
        return result
    }

    private func measureFloor(on loop: EventLoop) async throws(SocketError) -> Measurement {
        loop.spin(upTo: .microseconds(spin))
        var clients: [LoopReference<FloorClient>] = []
        for _ in 0..<mode.connections { clients.append(LoopReference(try FloorClient(path: socket, loop: loop), loop: loop)) }
        let workload: FloorWorkload = FloorWorkload(clients: clients, loop: loop, mode: mode, window: window)
        let warmUp: Measurement = await workload.run(pace.warmUp)
        let result: Measurement = warmUp.errors > 0 ? warmUp : await workload.run(pace)
        for client: LoopReference<FloorClient> in clients { client.value.close() }
        return result
    }
}
