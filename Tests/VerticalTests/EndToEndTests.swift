import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import EchoIO
import Testing

@testable import ColonnadeVertical

/// Echoes, and tells by `converse` which world it runs in.
private struct WorldlyEcho: EchoInterface {
    typealias Refused = EchoRefusal

    let loop: EventLoop

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        EchoPayload(bytes: Array("\(Current.locale) \(loop.isCurrent)".utf8))
    }

    func count(_ input: CountRequest) -> Outputs<Int> {
        Outputs { emit in
            for number: Int in 0..<input.count { try await emit(number) }
            return .done
        }
    }

    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> {
        Outputs { emit in
            try await emit(input)
            for try await command: EchoCommand in commands {
                if case .say(let text) = command { try await emit("\(text) in \(Current.locale)") }
            }
            return .done
        }
    }

    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) {
        throw .refused(.tooLong(limit: 7))
    }

    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }

    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

    func note(_ input: NoteRequest) async throws(Failure) {}

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
}

private struct WorldlyLauncherPlugin: LauncherPlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]
    let closed: Mailbox<String>

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [WorldlyModulePlugin()], close: { closed.put("closed") })
    }
}

private struct WorldlyModulePlugin: ModulePlugin {
    static let secret: InternalBoard<Int, Int, Never, NoRefusal> = InternalBoard("Echo", "secret")

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [EchoDispatcher(WorldlyEcho(loop: mainboard.loop))]
    }

    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] {
        [
            Self.secret.registration { input, _ in
                OutputSequence { emit in
                    try await emit(input + 1)
                    return .done
                }
            }
        ]
    }
}

@Suite("A vertical from end to end, within one process")
struct EndToEndTests {
    private func withEcho(_ body: @escaping @Sendable (Launcher) async throws -> Void) async throws {
        let loop: EventLoop = EventLoop(name: "test")
        let closed: Mailbox<String> = Mailbox()
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        var options: MainOptions = MainOptions(home: home)
        options.world = World(locale: "gsw")
        let launcher: Launcher = try await PluginLauncher.with(options: options)
            .install(launcherPlugin: WorldlyLauncherPlugin(closed: closed)).initialize(on: loop)
        try await body(launcher)
        await launcher.stop()
        #expect(closed.all == ["closed"])
        loop.shutdown()
    }

    @Test("A handler that a socket started sees the world of its launcher, on the loop")
    func worldIsBound() async throws {
        try await withEcho { launcher in
            let client: EchoClient = EchoClient(launcher.mainboard.channel(to: "Echo"))
            let seen: String = String(decoding: try await client.echo(EchoPayload(bytes: [])).bytes, as: UTF8.self)
            #expect(seen == "gsw true")
        }
    }

    @Test("The service map activates a board, and rules see what it emits")
    func serviceMap() async throws {
        try await withEcho { launcher in
            let mainboard: Motherboard = launcher.mainboard
            let seen: Mailbox<Int> = Mailbox()
            let ends: Mailbox<Completion> = Mailbox()
            mainboard.when(mainboard.serviceMap.echo.count).emits { seen.put($0) }.completes { ends.put($0) }
            let request: CountRequest = CountRequest(count: 200)
            let completion: Completion = try await mainboard.serviceMap.echo.count.activation.activate(with: request).completion()
            #expect(completion == .done)
            #expect(seen.all == Array(0..<200))
            #expect(ends.all == [.done])
        }
    }

    @Test("A rule converses with a board by commands")
    func conversation() async throws {
        try await withEcho { launcher in
            let mainboard: Motherboard = launcher.mainboard
            let seen: Mailbox<String> = Mailbox()
            mainboard.when(mainboard.serviceMap.echo.converse).emits { output, interaction in
                seen.put(output)
                if output == "hello" { try await interaction.send(.say("grüezi")) } else { interaction.finish() }
            }
            let completion: Completion = try await mainboard.serviceMap.echo.converse.activation.activate(with: "hello").completion()
            #expect(completion == .done)
            #expect(seen.all == ["hello", "grüezi in gsw"])
        }
    }

    @Test("A refusal arrives with its type")
    func refusal() async throws {
        try await withEcho { launcher in
            let result = await launcher.mainboard.serviceMap.echo.refuse.activation.activate(with: .tooLong).task.value
            guard case .failure(.refused(.tooLong(limit: 7))) = result else {
                Issue.record("expected the refusal, got \(result)")
                return
            }
        }
    }

    @Test("No number that a consumer can send reaches an internal board")
    func internalBoards() async throws {
        try await withEcho { launcher in
            let mainboard: Motherboard = launcher.mainboard
            let seen: Mailbox<Int> = Mailbox()
            mainboard.when(WorldlyModulePlugin.secret).emits { seen.put($0) }
            let own: Completion = try await mainboard.activation(of: WorldlyModulePlugin.secret).activate(with: 41).completion()
            #expect(own == .done)
            #expect(seen.all == [42])

            let channel: any Channel = mainboard.channel(to: "Echo")
            let known: Set<UInt16> = Set(EchoContract.descriptor.boards.map { UInt16($0.number) })
            for board: UInt16 in [0, 1, 2, 3, 4, 5, 6, 100, 40_000, 65_279, 65_290, 65_535] where !known.contains(board) {
                do throws(CallError) {
                    _ = try await channel.call(CallRequest(board: board, body: [8, 2], isIdempotent: false))
                    Issue.record("board \(board) answered")
                } catch {
                    guard case .fault(let fault) = error else {
                        Issue.record("board \(board) refused")
                        continue
                    }
                    #expect(fault.code == .unimplemented, "board \(board): \(fault)")
                }
            }
            #expect(seen.all == [42])
        }
    }

    @Test("Every vertical tells about itself on the same connection")
    func introspection() async throws {
        try await withEcho { launcher in
            let channel: any Channel = launcher.mainboard.channel(to: "Echo")
            let introspection: IntrospectionClient = IntrospectionClient(PlatformChannel(channel))
            #expect(try await introspection.ping(Ping(payload: [1, 2, 3])).payload == [1, 2, 3])
            #expect(try await introspection.info(InfoRequest()).interfaces == ["Echo"])
            _ = try await EchoClient(channel).echo(EchoPayload(bytes: []))
            let stats: DaemonStats = try await introspection.stats(StatsRequest())
            #expect(stats.residentBytes > 1_000_000)
            #expect(stats.boards.first { $0.board == "Echo.echo" }?.calls == 1)
            let contracts: [ServedContract] = try await introspection.contract(ContractRequest())
            let descriptor: ContractDescriptor = try contracts[0].descriptor.withReader { reader throws(WireError) in
                try ContractDescriptor(from: &reader)
            }
            #expect(descriptor == EchoContract.descriptor)
        }
    }
}

extension [UInt8] {
    fileprivate func withReader<Value>(_ body: (inout WireReader) throws(WireError) -> Value) throws(WireError) -> Value {
        var reader: WireReader = WireReader(span)
        return try body(&reader)
    }
}
