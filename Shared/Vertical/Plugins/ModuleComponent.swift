/// What a vertical consists of, once it is made.
public struct ModuleComponent: Sendable {
    /// The modules, in the order in which their boards and rules are installed.
    public let modulePlugins: [any ModulePlugin]
    /// Closes what the modules hold open; called once, when the last call has ended and before the process does.
    public let close: @Sendable () async -> Void

    /// Modules, and how what they hold open is closed.
    public init(modulePlugins: [any ModulePlugin], close: @escaping @Sendable () async -> Void = {}) {
        self.modulePlugins = modulePlugins
        self.close = close
    }
}
