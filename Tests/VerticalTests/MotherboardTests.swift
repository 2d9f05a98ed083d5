import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Testing

@testable import ColonnadeVertical

@Suite("Motherboard")
struct MotherboardTests {
    static let counter: InternalBoard<Int, Int, Never, CounterRefusal> = InternalBoard("Counting", "count")
    static let talker: InternalBoard<String, String, String, NoRefusal> = InternalBoard("Counting", "talk")

    enum CounterRefusal: Refusal, Equatable {
        case negative
    }

    struct CountingModule: ModulePlugin {
        func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] {
            [
                counter.registration { count, _ in
                    OutputSequence { emit in
                        guard count >= 0 else { throw CounterRefusal.negative }
                        for number: Int in 0..<count { try await emit(number) }
                        return count == 0 ? .notDone : .done
                    }
                },
                talker.registration { greeting, commands in
                    OutputSequence { emit in
                        try await emit(greeting)
                        for try await command: String in commands { try await emit(command) }
                        return .done
                    }
                },
            ]
        }
    }

    struct CountingLauncherPlugin: LauncherPlugin {
        let name: String = "counting"
        let offers: [ContractDescriptor] = []

        func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
            ModuleComponent(modulePlugins: [CountingModule()])
        }
    }

    private func withMainboard(_ body: (Motherboard) async throws -> Void) async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let loop: EventLoop = EventLoop(name: "test")
        let launcher: Launcher = try await PluginLauncher.with(options: MainOptions(home: home))
            .install(launcherPlugin: CountingLauncherPlugin())
            .initialize(on: loop)
        try await body(launcher.mainboard)
        await launcher.stop()
        loop.shutdown()
    }

    @Test("Rules see every output in order, and then the completion")
    func rulesSeeOutputs() async throws {
        try await withMainboard { mainboard in
            let seen: Mailbox<String> = Mailbox()
            mainboard.when(Self.counter)
                .emits { seen.put("first \($0)") }
                .emits { seen.put("second \($0)") }
                .completes { seen.put("\($0)") }
                .fails { _ in seen.put("failed") }
            let completion: Completion = try await mainboard.activation(of: Self.counter).activate(with: 2).completion()
            #expect(completion == .done)
            #expect(seen.all == ["first 0", "second 0", "first 1", "second 1", "done"])
        }
    }

    @Test("A rule that throws neither ends the activation nor keeps other rules from running")
    func throwingRule() async throws {
        struct Broken: Error {}
        try await withMainboard { mainboard in
            let seen: Mailbox<Int> = Mailbox()
            mainboard.when(Self.counter).emits { _ in throw Broken() }.emits { seen.put($0) }
            _ = try await mainboard.activation(of: Self.counter).activate(with: 3).completion()
            #expect(seen.all == [0, 1, 2])
        }
    }

    @Test("A refusal reaches the rules and the caller with its type")
    func refusal() async throws {
        try await withMainboard { mainboard in
            let seen: Mailbox<CounterRefusal> = Mailbox()
            mainboard.when(Self.counter).fails { failure in
                if case .refused(let refusal) = failure { seen.put(refusal) }
            }
            let result: Result<Completion, CallFailure<CounterRefusal>> =
                await mainboard.activation(of: Self.counter).activate(with: -1).task.value
            #expect(seen.all == [.negative])
            guard case .failure(.refused(.negative)) = result else {
                Issue.record("expected the refusal, got \(result)")
                return
            }
        }
    }

    @Test("Not done is a completion of its own")
    func notDone() async throws {
        try await withMainboard { mainboard in
            let completion: Completion = try await mainboard.activation(of: Self.counter).activate(with: 0).completion()
            #expect(completion == .notDone)
        }
    }

    @Test("A rule goes on talking to the board by commands")
    func interaction() async throws {
        try await withMainboard { mainboard in
            let seen: Mailbox<String> = Mailbox()
            mainboard.when(Self.talker).emits { output, interaction in
                seen.put(output)
                if output == "again" { interaction.finish() } else { try await interaction.send("again") }
            }
            let completion: Completion = try await mainboard.activation(of: Self.talker).activate(with: "hello").completion()
            #expect(completion == .done)
            #expect(seen.all == ["hello", "again"])
        }
    }

    @Test("An internal board that no module has registered is unimplemented")
    func unregistered() async throws {
        try await withMainboard { mainboard in
            let unknown: InternalBoard<Int, Int, Never, NoRefusal> = InternalBoard("Counting", "unknown")
            let result: Result<Completion, CallFailure<NoRefusal>> = await mainboard.activation(of: unknown).activate(with: 1).task.value
            guard case .failure(.unimplemented) = result else {
                Issue.record("expected unimplemented, got \(result)")
                return
            }
        }
    }

    @Test("An interface that nobody declares is undeclared, for one output and for many")
    func undeclared() async throws {
        try await withMainboard { mainboard in
            let channel: any Channel = mainboard.channel(to: "Elsewhere")
            let request: CallRequest = CallRequest(board: 1, body: [], isIdempotent: true)
            await #expect(throws: CallError.self) { try await channel.call(request) }
            do throws(CallError) {
                _ = try await channel.open(request, takesCommands: false).next()
                Issue.record("the call went through")
            } catch {
                guard case .fault(let fault) = error else {
                    Issue.record("expected a fault, got \(error)")
                    return
                }
                #expect(fault.code == .undeclared)
                #expect(fault.outcome == .notDispatched)
                #expect(fault.message.contains("Elsewhere"))
            }
        }
    }

    @Test("A board runs on the launcher's loop, in the launcher's world")
    func runsInTheWorld() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let loop: EventLoop = EventLoop(name: "test")
        var options: MainOptions = MainOptions(home: home)
        options.world = World(clock: .fixed(Date(timeIntervalSince1970: 12)), locale: "fr")
        let launcher: Launcher = try await PluginLauncher.with(options: options)
            .install(launcherPlugin: CountingLauncherPlugin()).initialize(on: loop)
        let seen: Mailbox<String> = Mailbox()
        launcher.mainboard.when(Self.counter).emits { _ in
            seen.put("\(Current.locale) \(Current.clock.now().timeIntervalSince1970) \(loop.isCurrent)")
        }
        _ = try await launcher.mainboard.activation(of: Self.counter).activate(with: 1).completion()
        #expect(seen.all == ["fr 12.0 true"])
        loop.shutdown()
    }
}
