import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorAdapters

/// `svc-supervisor metrics`.
struct MetricsCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "metrics", abstract: "Print what the suite has done, as OpenMetrics for Prometheus.",
        discussion: TextLines.unwrapped(
            """
            State, restarts, memory and connections of each vertical; calls, failures, calls in flight and durations of each
            board, for each consumer that calls it; of several processes (instances) for each, NAME@1 and on. A daemon that does
            not answer within half a second has colonnade_vertical_answers 0. Behind them stands what a vertical's own code and its
            libraries count and measure by swift-metrics, where its daemon keeps that, with the vertical's name as a label.

            With --listen the command stays and serves the same at http://127.0.0.1:PORT/metrics until ctrl-C, to this machine only. It is a
            process of its own: the supervisor itself reads no HTTP. Every user of the machine can read it there.

            Where systemd runs the verticals, --launcher and --sockets take the place of the suite's folder.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @OptionGroup
    var systemd: SystemdOptions

    @Option(help: ArgumentHelp("Serve them by HTTP instead, on this machine only.", valueName: "127.0.0.1:port"))
    var listen: String?

    @Flag(help: "Print JSON: each vertical as in `status --json`, with what each consumer has called and its own metrics.")
    var json: Bool = false

    func validate() throws {
        if listen != nil, json { throw ValidationError("--listen and --json exclude each other.") }
        if listen != nil, port == nil {
            throw ValidationError("--listen: expected 127.0.0.1:PORT with a port from 1 to 65535, such as 127.0.0.1:9464.")
        }
    }

    private var port: UInt16? {
        guard let listen, listen.hasPrefix("127.0.0.1:"), let port: UInt16 = UInt16(listen.dropFirst(10)), port > 0 else { return nil }
        return port
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let source: SuiteSource = try await SuiteSource.find(suite, systemd, on: loop)
        defer { source.close() }
        let reading: SuiteReading = SuiteReading(source, on: loop)
        defer { reading.close() }
        if let port { return try await serve(at: port, reading, on: loop) }
        let readings: [VerticalReading] = try await reading.read(metrics: true)
        StandardOutput.write(Array((json ? try jsonText(readings) + "\n" : Self.text(readings, home)).utf8))
        return .done
    }

    private func serve(at port: UInt16, _ reading: SuiteReading, on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let place: SuiteHome? = home
        let listener: MetricsListener = MetricsListener(loop: loop) {
            do throws(CommandFailure) {
                return Self.text(try await reading.read(metrics: true), place)
            } catch {
                return nil
            }
        }
        do throws(SocketError) {
            try listener.start(port: port)
        } catch {
            throw CommandFailure(.failed, "Nobody can listen at 127.0.0.1:\(port): \(error.reason). Name another port by --listen.")
        }
        Terminal.error("Serving http://127.0.0.1:\(port)/metrics until ctrl-C.")
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let stop: LoopBound<CheckedContinuation<Void, Never>?> = LoopBound(continuation, loop: loop)
            for signal: Int32 in [SIGINT, SIGTERM] {
                loop.onSignal(signal) {
                    stop.value?.resume()
                    stop.value = nil
                }
            }
        }
        listener.close()
        return .done
    }

    /// The folder of the supervised suite; nil where systemd runs the verticals, and no supervisor runs.
    private var home: SuiteHome? { systemd.launcher == nil ? suite.place : nil }

    private static func text(_ readings: [VerticalReading], _ home: SuiteHome?) -> String {
        let pid: Int? = home.flatMap { try? String(contentsOfFile: $0.pidFile, encoding: .utf8) }.flatMap { Int($0.filter(\.isNumber)) }
        return SuiteMetrics(
            readings: readings, version: home == nil ? nil : Root.configuration.version,
            memory: pid.flatMap { ProcessMemory.proportional(of: $0) }
        ).text
    }

    private func jsonText(_ readings: [VerticalReading]) throws(CommandFailure) -> String {
        let (host, now): (String, Date) = (ProcessInfo.processInfo.hostName, Date())
        let own: OwnMetrics = OwnMetrics(readings)
        let values: [JSONValue] = try readings.map { reading throws(CommandFailure) in
            guard case .object(var members) = try ReadingJSON.value(of: reading, host: host, now: now) else { return .null }
            members["edges"] = ReadingJSON.edges(of: reading)
            members["metrics"] = own.json(of: reading.status.name)
            return .object(members)
        }
        return JSONValue.object(["verticals": .array(values)]).text
    }
}
