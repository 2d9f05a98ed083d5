import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import EchoIO
import Testing

@testable import ColonnadeVertical

/// Uses Echo, which may be in the same process or behind a socket.
private struct AskingLauncherPlugin: LauncherPlugin {
    let name: String = "asking"
    let offers: [ContractDescriptor] = []
    let uses: [ContractDescriptor] = [EchoContract.descriptor]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [AskingModulePlugin()])
    }
}

private struct AskingModulePlugin: ModulePlugin {
    static let ask: InternalBoard<String, String, Never, NoRefusal> = InternalBoard("Asking", "ask")

    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] {
        // Taken before Echo is made, where that is installed later.
        let echo: EchoClient = EchoClient(mainboard.channel(to: "Echo"))
        return [
            Self.ask.registration { question, _ in
                OutputSequence { emit in
                    try await emit(String(decoding: try await echo.echo(EchoPayload(bytes: Array(question.utf8))).bytes, as: UTF8.self))
                    return .done
                }
            }
        ]
    }
}

private struct PlainEchoLauncherPlugin: LauncherPlugin {
    struct Provider: EchoInterface {
        typealias Refused = EchoRefusal

        func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

        func count(_ input: CountRequest) -> Outputs<Int> { Outputs { _ in .done } }

        func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> { Outputs { _ in .done } }

        func refuse(_ input: EchoRefusal.Kind) async throws(Failure) { throw .refused(.unwilling) }

        func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }

        func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

        func note(_ input: NoteRequest) async throws(Failure) {}

        func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
    }

    struct Module: ModulePlugin {
        func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] { [EchoDispatcher(Provider())] }
    }

    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [Module()])
    }
}

@Suite("Several verticals, and none")
struct SeveralVerticalsTests {
    private func ask(_ launcher: PluginLauncher) async throws -> (answers: [String], result: Result<Completion, CallFailure<NoRefusal>>) {
        let loop: EventLoop = EventLoop(name: "test")
        let launched: Launcher = try await launcher.initialize(on: loop)
        let asking: Motherboard = try #require(launched.mainboard(of: "asking"))
        let answers: Mailbox<String> = Mailbox()
        asking.when(AskingModulePlugin.ask).emits { answers.put($0) }
        let result: Result<Completion, CallFailure<NoRefusal>> =
            await asking.activation(of: AskingModulePlugin.ask).activate(with: "who?").task.value
        await launched.stop()
        loop.shutdown()
        return (answers.all, result)
    }

    @Test("A vertical calls another of its process, in whatever order they are installed")
    func oneProcess() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let empty: PluginLauncher = PluginLauncher.with(options: MainOptions(home: home))
        let orders: [PluginLauncher] = [
            empty.install(launcherPlugin: AskingLauncherPlugin()).install(launcherPlugin: PlainEchoLauncherPlugin()),
            empty.install(launcherPlugin: PlainEchoLauncherPlugin()).install(launcherPlugin: AskingLauncherPlugin()),
        ]
        for order in orders {
            let (answers, result) = try await ask(order)
            #expect(answers == ["who?"], "\(result)")
        }
    }

    @Test("Without a way to the other vertical, the call says what to do, and was not dispatched")
    func noWay() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let (answers, result) = try await ask(
            PluginLauncher.with(options: MainOptions(home: home)).install(launcherPlugin: AskingLauncherPlugin()))
        #expect(answers.isEmpty)
        guard case .failure(.unavailable(let fault)) = result else {
            Issue.record("expected unavailable, got \(result)")
            return
        }
        #expect(fault.message.contains("--connect echo=PATH"))
    }
}
