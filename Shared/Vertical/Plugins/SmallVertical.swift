public import ColonnadeContract

/// The launcher plugin of a vertical that needs no modules: one interface, nothing to configure, nothing to close.
///
/// ```swift
/// PluginLauncher.with(options: .default).install(launcherPlugin: SmallVertical("greeter", GreeterDispatcher(Greeter()))).run()
/// ```
/// If `Greeter` implements `GreeterInterface`, this is a complete daemon. A test uses it to replace a vertical by a fake.
public struct SmallVertical: LauncherPlugin, ModulePlugin {
    public let name: String
    public let offers: [ContractDescriptor]
    private let dispatcher: any Dispatcher

    /// A vertical of one interface.
    /// - Parameters:
    ///   - name: the vertical's name in kebab-case.
    ///   - dispatcher: the generated dispatcher over the implementation of its interface.
    public init(_ name: String, _ dispatcher: any Dispatcher) {
        self.name = name
        self.dispatcher = dispatcher
        offers = [dispatcher.contract]
    }

    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [self])
    }

    public func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] { [dispatcher] }
}
