import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import FoundationEssentials
import Logging
import Testing

@testable import ColonnadeVertical

@Suite("Several verticals as one daemon")
struct SeveralInOneDaemonTests {
    private func launcher(_ home: TemporaryDirectory) -> PluginLauncher {
        PluginLauncher.with(options: MainOptions(home: home))
            .install(launcherPlugin: SmallVertical("echo", EchoDispatcher(CountingEcho(calls: Mailbox()))))
            .install(launcherPlugin: SilentVertical(name: "quiet"))
    }

    @Test("Each listens at its own name in one directory, and leaves nothing there")
    func sockets() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let directory: String = "\(home.path)/sockets"
        let daemon: Daemon = Daemon(
            name: "pair", launcher: launcher(home), socket: directory, notifySocket: nil, watchdog: nil, idleExit: nil, inherited: [],
            rights: nil,
            log: Logger(label: "pair") { _ in SwiftLogNoOpLogHandler() })
        let stop: Latch = Latch()
        let running: Task<Void, any Error> = Task { try await daemon.run { try? await stop.wait() } }
        let loop: EventLoop = EventLoop(name: "test")
        var limits: Limits = Limits()
        limits.patienceSeconds = 60
        limits.handshakeSeconds = 60
        let connector: Connector = Connector(
            consumer: "tests", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: "\(directory)/echo.sock"),
            loop: loop, limits: limits, instance: "tests")
        #expect(await eventually { FilePath.exists("\(directory)/echo.sock") })
        let answer: EchoPayload = try await EchoClient(connector).echo(EchoPayload(bytes: [3]))
        #expect(answer.bytes == [3])
        #expect(FilePath.exists("\(directory)/quiet.sock"))
        let wrong: Connector = Connector(
            consumer: "tests", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: "\(directory)/quiet.sock"),
            loop: loop, limits: limits, instance: "tests")
        await #expect(throws: CallFailure<EchoRefusal>.self) { try await EchoClient(wrong).echo(EchoPayload(bytes: [])) }
        stop.open()
        try await running.value
        #expect(!FilePath.exists("\(directory)/echo.sock") && !FilePath.exists("\(directory)/quiet.sock"))
        loop.shutdown()
    }

    @Test("Together they say what they offer, and use what none of them has")
    func description() throws {
        let description: VerticalDescription = launcher(try TemporaryDirectory())
            .install(launcherPlugin: SilentVertical(name: "asking", uses: [EchoContract.descriptor, KnownElsewhere.descriptor]))
            .description(as: "trio")
        #expect(description.name == "trio")
        #expect(description.interfaces.map(\.name) == ["Echo"])
        #expect(description.uses == ["Elsewhere"])
    }

    @Test("A configuration that no vertical reads is refused by its name")
    func strayConfiguration() async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        _ = try home.write("{}", to: "eco.json")
        var options: MainOptions = MainOptions(home: home)
        options.configurationFile = home.path
        let loop: EventLoop = EventLoop(name: "test")
        await #expect(throws: LaunchError.self) { try await launcher(home).with(options).initialize(on: loop) }
        loop.shutdown()
    }
}

/// An interface that nobody in the process offers.
private enum KnownElsewhere {
    static let descriptor: ContractDescriptor = ContractDescriptor(name: "Elsewhere", fingerprint: "e")
}

/// A vertical that offers nothing.
private struct SilentVertical: LauncherPlugin {
    let name: String
    let offers: [ContractDescriptor] = []
    var uses: [ContractDescriptor] = []

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent { ModuleComponent(modulePlugins: []) }
}
