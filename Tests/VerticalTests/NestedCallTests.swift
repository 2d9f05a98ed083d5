import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import EchoIO
import Testing

/// Tells with what a call came; where it is asked to, with what a call of its own came.
private struct RelayingEcho: EchoInterface {
    typealias Refused = EchoRefusal

    let next: EchoClient

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        switch String(decoding: input.bytes, as: UTF8.self) {
        case "relay": return try await next.echo(EchoPayload(bytes: Array("tell".utf8)))
        case "relay with a key":
            var metadata: CallMetadata = .current
            metadata.idempotencyKey = "the board's own"
            return try await attempt {
                try await CallMetadata.$current.withValue(metadata) { try await next.echo(EchoPayload(bytes: Array("tell".utf8))) }
            }
        default:
            let now: CallMetadata = .current
            let parts: [String?] = [now.session, now.traceparent, now.idempotencyKey, now.deadline == nil ? nil : "in time"]
            return EchoPayload(bytes: Array(parts.map { $0 ?? "-" }.joined(separator: "|").utf8))
        }
    }

    func count(_ input: CountRequest) -> Outputs<Int> { Outputs { _ in .done } }
    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> { Outputs { _ in .done } }
    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) {}
    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }
    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }
    func note(_ input: NoteRequest) async throws(Failure) {}

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
}

private struct RelayingLauncherPlugin: LauncherPlugin, ModulePlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent { ModuleComponent(modulePlugins: [self]) }

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [EchoDispatcher(RelayingEcho(next: EchoClient(mainboard.channel(to: "Echo"))))]
    }
}

@Suite("What a call takes with it", .timeLimit(.minutes(1)))
struct NestedCallTests {
    @Test(
        "deadline, trace and session go on to the calls that a board makes, and the key of idempotency does not",
        arguments: [
            ("tell", "token|trace|key|in time"), ("relay", "token|trace|-|in time"),
            ("relay with a key", "token|trace|the board's own|in time"),
        ])
    func metadata(asked: String, told: String) async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let launcher: Launcher = try await PluginLauncher.with(options: MainOptions(home: home))
            .install(launcherPlugin: RelayingLauncherPlugin()).initialize()
        let client: EchoClient = EchoClient(launcher.mainboard.channel(to: "Echo"))
        let metadata: CallMetadata = CallMetadata(
            deadline: MonotonicTime.read().nanoseconds + 60_000_000_000, traceparent: "trace", session: "token", idempotencyKey: "key")
        let answer: EchoPayload = try await CallMetadata.$current.withValue(metadata) {
            try await client.echo(EchoPayload(bytes: Array(asked.utf8)))
        }
        #expect(String(decoding: answer.bytes, as: UTF8.self) == told)
        await launcher.stop()
    }
}
