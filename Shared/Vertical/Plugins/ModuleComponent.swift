/// The parts of a vertical, once they are made.
public struct ModuleComponent: Sendable {
    /// The modules, in the order in which their boards and rules are installed.
    public let modulePlugins: [any ModulePlugin]
    /// Closes what the modules hold open. Called once, after the last call and before the process ends.
    public let close: @Sendable () async -> Void

    /// Modules, and how what they hold open is closed.
    public init(modulePlugins: [any ModulePlugin], close: @escaping @Sendable () async -> Void = {}) {
        self.modulePlugins = modulePlugins
        self.close = close
    }
}
