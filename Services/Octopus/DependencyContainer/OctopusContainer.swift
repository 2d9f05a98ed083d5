import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadeEventLoop
import ColonnadePresentation
import ColonnadeSystemIO
import MapsIO
import OctopusFlows
import OctopusHTTP
import OctopusShell
private import Synchronization

/// The module: the app's flows over the clients of the verticals, and the door in front of them.
final class OctopusContainer: Sendable {
    /// For how long who asks for the app's address waits until its door is open.
    private static let patience: Duration = .seconds(3)

    private let app: MicroApp
    private let configuration: DoorConfiguration
    private let clock: WorldClock
    private let server: Mutex<DoorServer?> = Mutex(nil)
    private let port: Mutex<Int?> = Mutex(nil)
    private let opening: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// - Throws: LaunchError where the configuration is wrong.
    init(_ configuration: OctopusConfiguration, clock: WorldClock) throws(LaunchError) {
        self.clock = clock
        do {
            app = try MicroApp(parts: configuration.parts.isEmpty ? nil : configuration.parts, start: configuration.start)
        } catch {
            throw .configuration(vertical: "octopus", "\(error)")
        }
        guard (0...65_535).contains(configuration.port ?? 8080) else {
            throw .configuration(vertical: "octopus", "port: a port is from 0 to 65535")
        }
        self.configuration = DoorConfiguration(
            application: ScreenText(configuration.application ?? "Clinic"), address: configuration.address ?? "127.0.0.1",
            port: configuration.port ?? 8080, hosts: Set(configuration.hosts.map { $0.lowercased() }),
            isSecure: configuration.secure ?? false, proxies: Set(configuration.proxies), timeZone: configuration.timeZone ?? "UTC",
            language: configuration.language ?? "en")
    }

    /// What the operator's `open` reaches, with the door opened.
    func makeShell(on mainboard: Motherboard) -> ShellBoards {
        var world: World = mainboard.world
        let authentication: AuthenticationClient = AuthenticationClient(mainboard.channel(to: "Authentication"))
        world.configureSuite(
            authentication: authentication, appointments: AppointmentsClient(mainboard.channel(to: "Appointments")),
            records: ClinicalRecordsClient(mainboard.channel(to: "ClinicalRecords")), maps: MapsClient(mainboard.channel(to: "Maps")))
        let links: SuiteLinks = SuiteLinks(on: mainboard)
        let bound: World = world
        let suite: DoorSuite = DoorSuite(
            flows: { [self] visitor in makeFlows(visitor, world: bound) }, resolve: links.resolve,
            signOut: { person in
                await CallMetadata.$current.withValue(CallMetadata(session: person.token)) { _ = try? await authentication.signOut() }
            }, giveBackMemory: { [loop = EventLoop.current] in loop?.giveBackMemory() }, world: bound)
        open(suite)
        return ShellBoards(
            links: links, world: bound, address: { [self] in address }, door: { [self] in await door() },
            flows: { [self] visitor in makeFlows(visitor, world: bound) })
    }

    /// Closes the door.
    func close() async {
        opening.withLock { $0 }?.cancel()
        await server.withLock { $0 }?.close()
    }

    private func makeFlows(_ visitor: any FlowsOwner, world: World) -> SuiteFlows {
        SuiteFlows(app, for: visitor, in: world, signUpAddress: "\(address)/sign-up?code=")
    }

    /// Where browsers find the app.
    private var address: String {
        if let host: String = configuration.hosts.subtracting(DoorConfiguration.loopback).sorted().first {
            return "\(configuration.isSecure ? "https" : "http")://\(host)"
        }
        let port: Int = port.withLock { $0 } ?? configuration.port
        let host: String = configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
        return "http://\(host):\(port)"
    }

    /// Where the app is, once its door is open; or why it is not open yet.
    private func door() async -> String {
        let end: Duration = clock.uptime() + Self.patience
        while port.withLock({ $0 }) == nil, clock.uptime() < end, (try? await clock.sleep(.milliseconds(20))) != nil {}
        guard port.withLock({ $0 }) != nil else { return "the door to \(address)/ can't be opened; see `svc-supervisor logs octopus`" }
        return "open \(address)/ in a browser"
    }

    private func open(_ suite: DoorSuite) {
        let log: Logger = Logger(label: "octopus")
        let server: DoorServer = DoorServer(configuration, suite: suite, log: log)
        self.server.withLock { $0 = server }
        opening.withLock { $0 = Task { [self] in await open(server, log) } }
    }

    /// Opens the door, again and again where its port is taken.
    private func open(_ server: DoorServer, _ log: Logger) async {
        while !Task.isCancelled {
            do {
                let port: Int = try await server.open()
                self.port.withLock { $0 = port }
                return log.notice("open \(address)/ in a browser; who has an invitation signs up at \(address)/sign-up")
            } catch {
                let help: String = "stop what listens there, or set another port in the launcher file"
                log.error("the door can't be opened", metadata: ["address": "\(address)", "error": "\(error)", "help": "\(help)"])
                try? await clock.sleep(.seconds(5))
            }
        }
    }
}
