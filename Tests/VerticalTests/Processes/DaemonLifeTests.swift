import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import EchoIO
import FoundationEssentials
import Glibc
import Testing

@Suite("A daemon's life, as a process")
struct DaemonLifeTests {
    @Test("It serves a socket of its own from the shell, and removes it when it ends")
    func shellSocket() async throws {
        try await withDaemon { daemon in
            let path: String = "\(daemon.home.path)/echo.sock"
            try daemon.start(["--socket", path])
            try await daemon.becomesReady()
            let (client, connector) = daemon.client(at: path)
            let payload: EchoPayload = EchoPayload(bytes: Array(0...255))
            #expect(try await client.echo(payload) == payload)
            connector.close()
            daemon.signal(SIGTERM)
            #expect(try await daemon.exit() == .exited(0))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("What only its start needed is given back, and it serves as before")
    func givesBackItsStart() async throws {
        try await withDaemon { daemon in
            let path: String = "\(daemon.home.path)/echo.sock"
            try daemon.start(["--socket", path])
            try await daemon.becomesReady()
            let deadline: ContinuousClock.Instant = .now + .seconds(30)
            let peak: Int = try daemon.memory("VmHWM")
            while try daemon.memory("RssFile") > peak / 2, .now < deadline { try await Task.sleep(for: .milliseconds(50)) }
            #expect(try daemon.memory("RssFile") <= peak / 2)
            let (client, connector) = daemon.client(at: path)
            #expect(try await client.echo(EchoPayload(bytes: [1, 2, 3])) == EchoPayload(bytes: [1, 2, 3]))
            connector.close()
        }
    }

    @Test("It says READY, lives, and says STOPPING")
    func notifies() async throws {
        try await withDaemon { daemon in
            let notify: NotifyReceiver = try NotifyReceiver(home: daemon.home, loop: daemon.loop)
            try daemon.start(
                ["--socket", "\(daemon.home.path)/echo.sock"],
                environment: ["NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": "100000"])
            let ready: String = try await notify.messages.first { $0.contains("READY=1") }
            #expect(notify.messages.all.first == ready, "nothing comes before READY=1")
            _ = try await notify.messages.nth(4) { $0 == "WATCHDOG=1" }
            daemon.signal(SIGTERM)
            _ = try await notify.messages.first { $0.contains("STOPPING=1") }
            #expect(try await daemon.exit() == .exited(0))
        }
    }

    @Test(
        "Whatever signal asks it to stop lets a call in flight come to its end: a closed terminal, too",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func drains(asked: Int32) async throws {
        try await withDaemon { daemon in
            let path: String = "\(daemon.home.path)/echo.sock"
            let notify: NotifyReceiver = try NotifyReceiver(home: daemon.home, loop: daemon.loop)
            try daemon.start(["--socket", path], environment: ["NOTIFY_SOCKET": notify.path])
            try await daemon.becomesReady()
            let (client, connector) = daemon.client(at: path)
            let call: Task<EchoPayload, any Error> = try await daemon.callInFlight(.milliseconds(600), client, connector)
            daemon.signal(asked)
            _ = try await notify.messages.first { $0.contains("STOPPING=1") }
            #expect(try await call.value.bytes == [0, 0, 0])
            #expect(try await daemon.exit() == .exited(0))
            connector.close()
        }
    }

    @Test("When the grace time is over, a call in flight fails and the daemon ends")
    func graceTime() async throws {
        try await withDaemon { daemon in
            let path: String = "\(daemon.home.path)/echo.sock"
            try daemon.start(["--socket", path, "--grace", "0.3"])
            try await daemon.becomesReady()
            let (client, connector) = daemon.client(at: path)
            let call: Task<EchoPayload, any Error> = try await daemon.callInFlight(.seconds(3600), client, connector)
            daemon.signal(SIGTERM)
            let failure: CallFailure<EchoRefusal>? = await #expect(throws: CallFailure<EchoRefusal>.self) { try await call.value }
            #expect(failure?.outcome == .unknown)
            #expect(try await daemon.exit() == .exited(0))
            connector.close()
        }
    }

    @Test("A second signal ends the drain early and in order: calls in flight are told", arguments: [true, false])
    func secondSignal(afterStopping: Bool) async throws {
        try await withDaemon { daemon in
            let path: String = "\(daemon.home.path)/echo.sock"
            let notify: NotifyReceiver = try NotifyReceiver(home: daemon.home, loop: daemon.loop)
            try daemon.start(["--socket", path, "--grace", "600"], environment: ["NOTIFY_SOCKET": notify.path])
            try await daemon.becomesReady()
            let (client, connector) = daemon.client(at: path)
            let call: Task<EchoPayload, any Error> = try await daemon.callInFlight(.seconds(3600), client, connector)
            daemon.signal(SIGTERM)
            if afterStopping { _ = try? await notify.messages.first { $0.contains("STOPPING=1") } }
            // Two of the same that come fast may be one to the process.
            daemon.signal(SIGINT)
            let failure: CallFailure<EchoRefusal>? = await #expect(throws: CallFailure<EchoRefusal>.self) { try await call.value }
            #expect("\(failure as Any)".contains("is going away"), "no terminal frame has come")
            #expect(failure?.outcome == .unknown)
            #expect(try await daemon.exit() == .exited(0))
            connector.close()
        }
    }

    @Test("Inherited sockets are edges: each for the consumer that it is named after")
    func inheritedSockets() async throws {
        try await withDaemon { daemon in
            let names: [String] = ["alpha", "beta"]
            var sockets: [(name: String, listener: UnixListener)] = []
            for name in names {
                sockets.append((name, try UnixListener.bind(path: "\(daemon.home.path)/\(name).sock", loop: daemon.loop)))
            }
            try daemon.start([], environment: ["COLONNADE_GENERATION": "3"], listen: sockets)
            try await daemon.becomesReady()
            for name in names {
                let (client, connector) = daemon.client(at: "\(daemon.home.path)/\(name).sock", as: name)
                #expect(try await client.echo(EchoPayload(bytes: Array(name.utf8))).bytes == Array(name.utf8))
                let info: DaemonInfo = try await IntrospectionClient(PlatformChannel(connector)).info(InfoRequest())
                #expect(info.name == "echo")
                #expect(info.generation == 3)
                connector.close()
            }
            let (stranger, connector) = daemon.client(at: "\(daemon.home.path)/beta.sock", as: "alpha")
            do throws(CallFailure<EchoRefusal>) {
                _ = try await stranger.echo(EchoPayload(bytes: [1]))
                Issue.record("alpha was let in by beta's socket")
            } catch {
                #expect(error.outcome == .notDispatched, "\(error)")
            }
            connector.close()
            daemon.signal(SIGTERM)
            #expect(try await daemon.exit() == .exited(0))
            #expect(FileManager.default.fileExists(atPath: "\(daemon.home.path)/alpha.sock"), "the socket belongs to who bound it")
        }
    }
}
