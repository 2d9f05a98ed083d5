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
        discussion: "Every reply is compared with its request. Run it from a release build.")

    enum Mode: String, CaseIterable, ExpressibleByArgument {
        /// 64 bytes there and back, one call after the other.
        case rtt64
        /// 64 bytes there and back, with many calls in flight.
        case pipe64
        /// One call with many outputs.
        case stream
    }

    @Option(help: ArgumentHelp("The socket of the svc-echo to measure.", valueName: "path"))
    var socket: String

    @Option(help: "What to measure: \(Mode.allCases.map(\.rawValue).joined(separator: ", ")).")
    var mode: Mode = .rtt64

    @Option(help: "How many calls, or outputs, to measure; a tenth of them goes before and does not count.")
    var calls: Int = 50_000

    @Option(help: "How many calls are in flight at once; for pipe64.")
    var window: Int = 256

    @Flag(help: "Print the result as one line of JSON.")
    var json: Bool = false

    func validate() throws {
        guard calls >= 1, window >= 1 else { throw ValidationError("--calls and --window are 1 or more") }
    }

    func run() throws {
        let result: Measurement = EventLoop.run(name: "bench") { [self] loop in await measure(on: loop) }
        print(try json ? result.json() : result.text)
        if result.errors > 0 { throw ExitCode(1) }
    }

    private func measure(on loop: EventLoop) async -> Measurement {
        let connector: Connector = Connector(
            consumer: "bench", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: socket), loop: loop,
            instance: "bench")
        let workload: Workload = Workload(client: EchoClient(connector))
        _ = await workload.run(mode, calls: max(1, calls / 10), window: window)
        let result: Measurement = await workload.run(mode, calls: calls, window: window)
        connector.close()
        return result
    }
}
