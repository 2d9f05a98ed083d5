public import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
public import ColonnadeVertical
public import ColonnadeWorld

/// A vertical that runs in the test's own process, with its boards served as a daemon serves them: through a client, frames,
/// a dispatcher and the vertical's own task and world. ``withVertical(_:by:configuration:world:time:with:_:)`` starts and ends it.
public final class VerticalUnderTest: Sendable {
    /// The launcher in which it runs, with its motherboard.
    public let launcher: Launcher
    /// What it was given as a home: its state is in `state`, and all of it is removed afterwards.
    public let home: TemporaryDirectory
    let loop: EventLoop
    private let name: String
    private let way: Way

    private var socket: String { "\(home.path)/\(name).sock" }

    /// Runs a vertical until ``end()``; for a test whose body is no closure. The parameters are those of
    /// ``withVertical(_:by:configuration:world:time:with:_:)``, and the ``home`` of an earlier one, whose state it finds.
    public static func start<Plugin: LauncherPlugin>(
        _ plugin: Plugin, by way: Way = .memory, configuration: Plugin.Config? = nil, world: World? = nil, time: TestTime = .real,
        with standIns: [SmallVertical] = [], home: TemporaryDirectory? = nil
    ) async throws -> VerticalUnderTest {
        precondition(way == .memory || time == .real, "a virtual clock does not wait for the kernel; reach the vertical by .memory")
        let loop: EventLoop = EventLoop(name: "test", clock: time.loopClock)
        do {
            return try await Task(executorPreference: loop) {
                try await VerticalUnderTest(
                    plugin, by: way, configuration: configuration, world: world ?? World(clock: time.clock(of: loop)), with: standIns,
                    in: home ?? TemporaryDirectory(), on: loop)
            }.value
        } catch {
            loop.shutdown()
            throw error
        }
    }

    private init<Plugin: LauncherPlugin>(
        _ plugin: Plugin, by way: Way, configuration: Plugin.Config?, world: World, with standIns: [SmallVertical],
        in home: TemporaryDirectory, on loop: EventLoop
    ) async throws {
        var options: MainOptions = MainOptions(
            world: world, stateDirectory: "\(home.path)/state", runtimeDirectory: "\(home.path)/run", graceTime: .seconds(5),
            logLevel: .error)
        if let configuration {
            options.configurationFile = try home.write(try ConfigurationText(configuration).json, to: "configuration.json")
        }
        let installed: PluginLauncher = standIns.reduce(PluginLauncher.with(options: options).install(launcherPlugin: plugin)) {
            $0.install(launcherPlugin: $1)
        }
        launcher = try await installed.initialize()
        (name, self.way, self.loop, self.home) = (plugin.name, way, loop, home)
        if way == .socket { try launcher.listen(at: socket, for: name) }
    }

    /// Lets calls in flight come to their end, for five seconds at most, and closes everything. Once, and not on the vertical's loop.
    public func end() async {
        await Task(executorPreference: loop) { [launcher] in await launcher.stop() }.value
        loop.shutdown()
    }

    /// A consumer's way to the vertical, for a generated client: `MapsClient(vertical.channel(to: MapsContract.descriptor))`.
    /// - Parameters:
    ///   - contract: the interface that is called.
    ///   - consumer: who the vertical is told is calling.
    public func channel(to contract: ContractDescriptor, as consumer: String = "tests") -> any Channel {
        switch way {
        case .memory: launcher.connector(from: consumer, to: name, contract)
        case .socket:
            Connector(
                consumer: consumer, provider: name, contract: contract, dialer: UnixDialer(path: socket), loop: loop, instance: "tests")
        }
    }
}

/// Runs a vertical for as long as `body` lasts, and ends it in order whatever comes of that.
///
/// ```swift
/// @Test(arguments: Way.allCases) func findsPlaces(_ way: Way) async throws {
///     try await withVertical(MapsLauncherPlugin(), by: way, configuration: MapsConfiguration(places: file)) { vertical in
///         let maps: MapsClient = MapsClient(vertical.channel(to: MapsContract.descriptor))
///         let found: [Place] = try await maps.searchPlaces(PlaceSearch(text: "charité"))
///         #expect(found.count == 1)
///     }
/// }
/// ```
/// - Parameters:
///   - plugin: the vertical's launcher plugin, as its daemon installs it.
///   - way: how it is reached.
///   - configuration: its typed configuration; it is read from a file, as a daemon does. Nil: none is given.
///   - world: the world that it sees, such as ``ColonnadeWorld/World/fixed(at:seed:locale:)``; nil for the real one.
///   - time: what its clock shows, where `world` is nil.
///   - standIns: what it finds in the place of the verticals that it uses. Those that are missing are unavailable to it.
///   - body: what is to be seen of the vertical.
public func withVertical<Plugin: LauncherPlugin>(
    _ plugin: Plugin, by way: Way = .memory, configuration: Plugin.Config? = nil, world: World? = nil, time: TestTime = .real,
    with standIns: [SmallVertical] = [], _ body: @escaping @Sendable (VerticalUnderTest) async throws -> Void
) async throws {
    let vertical: VerticalUnderTest = try await .start(
        plugin, by: way, configuration: configuration, world: world, time: time, with: standIns)
    let result: Result<Void, any Error> = await Task(executorPreference: vertical.loop) {
        do { return .success(try await body(vertical)) } catch { return .failure(error) }
    }.value
    await vertical.end()
    try result.get()
}

/// A typed configuration as the JSON that a launcher file would give.
private struct ConfigurationText {
    let json: String

    init<Config: Configuration>(_ configuration: Config) throws {
        var writer: WireWriter = WireWriter()
        configuration.encode(into: &writer)
        json = try ContractJSON.decode(writer.bytes, type: Config.contract.name, in: Config.contract).text
    }
}
