import AuthenticationIO
import AuthenticationPresentation
public import Colonnade
import ColonnadeSessions

/// Authentication's single public entry.
public struct AuthenticationLauncherPlugin: LauncherPlugin {
    public let name: String = "authentication"
    // Sessions that were ended are known in memory too: what one process ends, another would still let in.
    public let handover: Handover = .exclusive
    public let offers: [ContractDescriptor] = [AuthenticationContract.descriptor]
    public let urlOpenerPlugins: [any URLOpenerPlugin] = [SignUpURLOpenerPlugin()] + AuthenticationURLOpenerPlugin.all

    private let keyring: SessionKeyring = SessionKeyring()

    public init() {}

    /// Puts authentication's configuration into the world, and has it check sessions by the key that signs them.
    public func configure(_ world: inout World, config: AuthenticationConfiguration) {
        world.configureAuthentication(config: config)
        world.sessionVerifier = keyring.makeVerifier()
    }

    /// Opens the accounts. Where nobody is operator yet, an invitation lies in the state directory then.
    /// - Throws: LaunchError where the configuration is out of range; what SQLite says where the accounts can not be opened.
    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        let container: AuthenticationContainer = try await AuthenticationContainer(
            stateDirectory: options.stateDirectory, keyring: keyring, world: Current)
        try await container.start(now: Current.clock.now())
        let vertical: AuthenticationVertical = container.makeVertical { () throws(SessionError) in try Current.requireUserSession() }
        return ModuleComponent(modulePlugins: [AuthenticationModulePlugin(vertical: vertical)]) {
            await container.close()
        }
    }
}

/// Serves authentication's boards to other verticals, and tells them whose edge a call comes by: attempts to sign in are counted by it.
struct AuthenticationModulePlugin: ModulePlugin {
    let vertical: AuthenticationVertical

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [ConsumerDispatcher(AuthenticationDispatcher(vertical))]
    }
}
