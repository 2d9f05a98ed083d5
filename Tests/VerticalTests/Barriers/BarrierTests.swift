import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeVertical

@Suite("A gateway barrier before a vertical's boards")
struct BarrierTests {
    private static let payload: EchoPayload = EchoPayload(bytes: [1, 2, 3])

    /// Calls at once, and what came of each.
    private func call(
        _ client: EchoClient, _ count: Int, session: @escaping @Sendable (Int) -> String? = { _ in nil }
    ) -> [Task<Result<EchoPayload, CallFailure<EchoRefusal>>, Never>] {
        (0..<count).map { number in
            Task {
                await CallMetadata.$current.withValue(CallMetadata(session: session(number))) {
                    do throws(CallFailure<EchoRefusal>) {
                        return .success(try await client.echo(Self.payload))
                    } catch {
                        return .failure(error)
                    }
                }
            }
        }
    }

    private func passes(_ client: EchoClient) async -> Bool {
        (try? await client.echo(Self.payload)) == Self.payload
    }

    private func fault(_ task: Task<Result<EchoPayload, CallFailure<EchoRefusal>>, Never>) async -> Fault? {
        guard case .failure(let failure) = await task.value else { return nil }
        return failure.fault
    }

    @Test("Ten thousand calls at once run a gate once, wait for it, and go through", arguments: Carrier.allCases)
    func tenThousandCalls(carrier: Carrier) async throws {
        try await withGuardedEcho(carrier, .held) { echo in
            let client: EchoClient = echo.client().client
            let tasks: [Task<Result<EchoPayload, CallFailure<EchoRefusal>>, Never>] = call(client, 10_000)
            #expect(await echo.waits(10_000))
            #expect(echo.calls.all.isEmpty)
            echo.script.latch.open()
            for task in tasks { #expect((try? await task.value.get()) == Self.payload) }
            #expect(echo.script.runs.all.count == 1)
            #expect(await passes(client), "the gate stays open")
            #expect(echo.script.runs.all.count == 1)
            #expect(echo.calls.all.count == 10_001)
            #expect(await echo.isEmpty())
            #expect(await echo.server.statistics.accepted == 1)
        }
    }

    @Test("A gate that refuses, throws or is not done turns every caller away, and runs again for the next", arguments: Carrier.allCases)
    func refusedGate(carrier: Carrier) async throws {
        struct Broken: Error {}
        let script: GateScript = GateScript { script in
            switch script.runs.all.count {
            case 1: throw GateScript.GateRefusal.notToday
            case 2: throw Broken()
            case 3: return .notDone
            default: return .done
            }
        }
        try await withGuardedEcho(carrier, script) { echo in
            let client: EchoClient = echo.client().client
            for why: String in ["notToday", "Broken", "without being done"] {
                let fault: Fault? = await fault(call(client, 1)[0])
                #expect(fault?.code == .barrierRefused)
                #expect(fault?.outcome == .notDispatched)
                #expect(fault?.message.contains("Echo.gate") == true && fault?.message.contains(why) == true, "\(fault?.message ?? "")")
            }
            #expect(await passes(client))
            #expect(echo.script.runs.all.count == 4)
            #expect(echo.calls.all.count == 1)
            #expect(await echo.isEmpty())
        }
    }

    @Test("A gate stands before the boards that it was installed for, and never before the platform's")
    func scope() async throws {
        try await withGuardedEcho(.memory, .held, GateInstallation(scope: .boards([.echo.converse]))) { echo in
            #expect(await passes(echo.client().client))
        }
        try await withGuardedEcho(.memory, .held) { echo in
            let introspection: IntrospectionClient = IntrospectionClient(PlatformChannel(echo.client().connector))
            let info: DaemonInfo = try await introspection.info(InfoRequest())
            #expect(info.name == "echo")
        }
    }

    @Test("A conversation waits at the gate, and what was said meanwhile is not lost", arguments: Carrier.allCases)
    func conversation(carrier: Carrier) async throws {
        try await withGuardedEcho(carrier, .held) { echo in
            let commands: Commands<EchoCommand> = Commands()
            let outputs: OutputSequence<String, EchoRefusal> = echo.client().client.converse("hello", commands)
            let talk: Task<[String], any Error> = Task {
                var said: [String] = []
                for try await output: String in outputs { said.append(output) }
                return said
            }
            let sending: Task<Void, any Error> = Task {
                for number: Int in 0..<40 { try await commands.send(.say("\(number)")) }
                commands.finish()
            }
            #expect(await echo.waits(1))
            echo.script.latch.open()
            try await sending.value
            let said: [String] = try await talk.value
            #expect(said == ["hello"] + (0..<40).map { "\($0)" })
        }
    }

    @Test("Callers of one session share a run in that session; who comes later, and other sessions, have their own")
    func sessions() async throws {
        try await withGuardedEcho(.memory, .held, GateInstallation(shared: .session)) { echo in
            let client: EchoClient = echo.client().client
            let tasks: [Task<Result<EchoPayload, CallFailure<EchoRefusal>>, Never>] = call(client, 40) { "token \($0 % 4)" }
            #expect(await echo.waits(40))
            #expect(await eventually { echo.script.runs.all.count == 4 })
            #expect(Set(echo.script.runs.all) == ["token 0", "token 1", "token 2", "token 3"])
            echo.script.latch.open()
            for task in tasks { #expect((try? await task.value.get()) == Self.payload) }
            #expect((try? await call(client, 1) { _ in "token 0" }[0].value.get()) == Self.payload)
            #expect(echo.script.runs.all.count == 5)
            #expect(await echo.isEmpty())
        }
    }

    @Test("More sessions than the limit wait outside until there is room")
    func manySessions() async throws {
        var limits: Limits = Limits()
        limits.sessionsAtBarrier = 8
        try await withGuardedEcho(.memory, .held, GateInstallation(shared: .session), limits: limits) { echo in
            let tasks: [Task<Result<EchoPayload, CallFailure<EchoRefusal>>, Never>] =
                call(echo.client().client, 60) { "token \($0)" }
            #expect(await echo.waits(8))
            #expect(await echo.load.runs == 8)
            echo.script.latch.open()
            // Those that were sent away as exhausted come back by themselves.
            for task in tasks { #expect((try? await task.value.get()) == Self.payload) }
            #expect(await echo.isEmpty())
        }
    }

    @Test("An exempt consumer passes by the name of its edge, and never by the name that it gives itself", arguments: Carrier.allCases)
    func exempt(carrier: Carrier) async throws {
        let installation: GateInstallation = GateInstallation(exempt: ["operator"])
        try await withGuardedEcho(carrier, .held, installation, consumer: "operator") { echo in
            #expect(await passes(echo.client(as: "operator").client))
            #expect(echo.script.runs.all.isEmpty)
        }
        try await withGuardedEcho(carrier, .held, installation) { echo in
            let waiting = call(echo.client(as: "operator").client, 1)[0]
            #expect(await echo.waits(1))
            echo.script.latch.open()
            #expect((try? await waiting.value.get()) == Self.payload)
        }
    }

    @Test("A gate that was closed runs again for the next caller")
    func closed() async throws {
        try await withGuardedEcho(.memory, GateScript { _ in .done }) { echo in
            let client: EchoClient = echo.client().client
            _ = try await client.echo(Self.payload)
            echo.launcher.mainboard.close(GateScript.gate)
            _ = try await client.echo(Self.payload)
            _ = try await client.echo(Self.payload)
            #expect(echo.script.runs.all.count == 2)
        }
    }

    @Test("What a vertical activates itself waits as well, and the rules see the refusal; what the gate activates does not")
    func ownActivations() async throws {
        let asked: Mailbox<String> = Mailbox()
        let board: Mailbox<Motherboard> = Mailbox()
        let script: GateScript = GateScript { script in
            guard script.runs.all.count > 1 else { return .notDone }
            let service = board.all[0].serviceMap.echo.echo
            asked.put("\(try await service.activation.activate(with: Self.payload).completion())")
            return .done
        }
        try await withGuardedEcho(.memory, script) { echo in
            let mainboard: Motherboard = echo.launcher.mainboard
            board.put(mainboard)
            let failures: Mailbox<FailureCode> = Mailbox()
            mainboard.when(mainboard.serviceMap.echo.echo).fails { failure in
                if let fault: Fault = failure.fault { failures.put(fault.code) }
            }
            let refused = await mainboard.serviceMap.echo.echo.activation.activate(with: Self.payload).task.value
            guard case .failure(.barrierRefused) = refused else {
                Issue.record("expected barrierRefused, got \(refused)")
                return
            }
            #expect(failures.all == [.barrierRefused])
            _ = try await mainboard.serviceMap.echo.echo.activation.activate(with: Self.payload).completion()
            #expect(asked.all == ["done"], "the gate has asked the board behind itself")
            #expect(echo.script.runs.all.count == 2)
        }
    }
}
