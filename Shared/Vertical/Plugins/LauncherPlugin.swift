public import ColonnadeContract
public import ColonnadeSystemIO
public import ColonnadeWorld

/// The single public entry of a vertical: its name, what it offers and uses, and how its modules are made.
///
/// ```swift
/// public struct MapsLauncherPlugin: LauncherPlugin {
///     public let name: String = "maps"
///     public let offers: [ContractDescriptor] = [MapsContract.descriptor]
///
///     public func configure(_ world: inout World, config: MapsConfiguration) { world.configureMaps(config: config) }
///
///     public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
///         let container: MapsContainer = try MapsContainer(stateDirectory: options.stateDirectory, maps: Current.maps)
///         return ModuleComponent(modulePlugins: [MapsModulePlugin(container: container)])
///     }
/// }
/// ```
/// `--describe` reads everything but `prepareForLaunching`, so the rest must have no side effects.
public protocol LauncherPlugin: Sendable {
    /// The vertical's typed configuration; ``NoConfiguration`` where it takes none.
    associatedtype Config: Configuration = NoConfiguration

    /// The vertical's name in kebab-case: `clinical-records`. Its executable is `svc-` and the name.
    var name: String { get }
    /// The version of the executable.
    var version: String { get }
    /// The contracts of the interfaces that its modules serve.
    var offers: [ContractDescriptor] { get }
    /// The contracts of the interfaces that it calls; each is an edge. It can call no others.
    var uses: [ContractDescriptor] { get }
    /// The names of those interfaces among ``uses`` that a suite may do without: calls to them fail with `unavailable` then.
    var optionalUses: [String] { get }
    /// How a newer process takes its place: ``Handover/shared`` unless it says otherwise.
    var handover: Handover { get }
    /// Whether several processes of it may serve at the same time (`instances:` in a launcher file): ``Concurrency/exclusive`` unless it says
    /// otherwise.
    var concurrency: Concurrency { get }
    /// How much of the network it needs: ``NetworkReach/none`` unless it says otherwise. Units of systemd give it no more.
    var network: NetworkReach { get }
    /// Its deep links.
    var urlOpenerPlugins: [any URLOpenerPlugin] { get }

    /// Adds the vertical's own part to the world, before anything is made.
    func configure(_ world: inout World, config: Config)

    /// Makes the parts of the vertical. Called once, on the loop, with the configured world as `Current`; blocking work belongs in
    /// ``offload(_:)``.
    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent
}

extension LauncherPlugin {
    public var version: String { "0.1.0" }
    public var uses: [ContractDescriptor] { [] }
    public var optionalUses: [String] { [] }
    public var handover: Handover { .shared }
    public var concurrency: Concurrency { .exclusive }
    public var network: NetworkReach { .none }
    public var urlOpenerPlugins: [any URLOpenerPlugin] { [] }
}

extension LauncherPlugin where Config == NoConfiguration {
    /// Adds nothing to the world: there is no configuration.
    public func configure(_ world: inout World, config: NoConfiguration) {}
}

/// The configuration of a vertical that takes none.
public struct NoConfiguration: Configuration {
    public static let contract: ContractDescriptor = ContractDescriptor(
        name: "NoConfiguration", fingerprint: "", types: [TypeDescriptor(name: "NoConfiguration")])

    /// The configuration without parts.
    public init() {}

    public init(from reader: inout WireReader) throws(WireError) {
        while let key: WireKey = try reader.nextKey() { try reader.skip(key) }
    }

    public func encode(into writer: inout WireWriter) {}
}
