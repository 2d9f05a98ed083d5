import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeTelemetry
@testable import ColonnadeVertical

/// A vertical whose handlers do what their Inputs say; see ``WorkProgram``.
struct WorkingEcho: EchoInterface {
    typealias Refused = EchoRefusal

    let next: EchoClient
    let tracer: ServiceTracer

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        try await attempt { try await WorkProgram(String(decoding: input.bytes, as: UTF8.self)).run(next, tracer) }
        return EchoPayload(bytes: Array((CallMetadata.current.traceparent ?? "none").utf8))
    }

    func count(_ input: CountRequest) -> Outputs<Int> { Outputs { _ in .done } }
    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> { Outputs { _ in .done } }
    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) {}
    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }
    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }
    func note(_ input: NoteRequest) async throws(Failure) {}
    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
}

private struct WorkingLauncherPlugin: LauncherPlugin, ModulePlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]
    let tracer: ServiceTracer

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent { ModuleComponent(modulePlugins: [self]) }

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [EchoDispatcher(WorkingEcho(next: EchoClient(mainboard.channel(to: "Echo")), tracer: tracer))]
    }
}

/// The vertical in this process, with a telemetry of its own.
struct WorkingRig {
    let telemetry: Telemetry
    let tracer: ServiceTracer
    let client: EchoClient
    let launcher: Launcher

    static func with(rate: Double = 0, limits: Limits = Limits(), _ body: (WorkingRig) async throws -> Void) async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let telemetry: Telemetry = Telemetry(limits: limits)
        let tracer: ServiceTracer = ServiceTracer(telemetry)
        let options: MainOptions = MainOptions(
            stateDirectory: "\(home.path)/state", runtimeDirectory: "\(home.path)/run", graceTime: .seconds(5), logLevel: .critical,
            traceRate: rate)
        let launcher: Launcher = try await PluginLauncher.with(options: options)
            .install(launcherPlugin: WorkingLauncherPlugin(tracer: tracer)).telling(telemetry).initialize()
        let rig: WorkingRig = WorkingRig(
            telemetry: telemetry, tracer: tracer, client: EchoClient(launcher.mainboard.channel(to: "Echo")), launcher: launcher)
        try await body(rig)
        await launcher.stop()
    }

    /// All spans that are kept, by their starts.
    func spans() async -> [CallSpan] {
        let keeper: SpanKeeper = launcher.mainboard.tracer
        return await Task(executorPreference: keeper.loop) { keeper.spans(of: nil).spans.sorted { $0.start < $1.start } }.value
    }

    /// What a program does, called by somebody whose trace is sampled.
    func run(_ program: String) async throws -> TraceContext {
        let root: TraceContext = .root(sampling: 1)
        _ = try await CallMetadata.$current.withValue(CallMetadata(traceparent: root.traceparent)) {
            try await client.echo(EchoPayload(bytes: Array(program.utf8)))
        }
        return root
    }

    /// The spans below one, as the program that leaves them.
    static func outline(of spans: [CallSpan], below parent: UInt64) -> String {
        spans.filter { $0.parent == parent }.map { span in
            let inner: String = outline(of: spans, below: span.context.span)
            switch span.side {
            case .served: return inner
            case .made: return "c(\(inner))"
            case .inner: return "s(\(inner))"
            }
        }.joined()
    }
}
