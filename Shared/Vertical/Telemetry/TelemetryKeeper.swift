package import ColonnadeSystemIO
package import ColonnadeTransport

/// Keeps what a process's own code and its libraries tell of their work, by packages that the platform does not link by itself.
package protocol TelemetryKeeper: InnerSpans {
    /// Takes note of a vertical's tracer, which keeps the spans of work that no call has caused.
    func know(_ tracer: Tracer)

    /// Runs handlers of a vertical, whose tracer keeps the spans of their work.
    func work(with tracer: Tracer, _ body: @Sendable () async -> Void) async

    /// What the process has counted and measured since it was started.
    var metrics: KeptMetrics { get }
}

extension PluginLauncher {
    /// The launcher with somebody who keeps what its verticals' own code tells.
    package func telling(_ keeper: any TelemetryKeeper) -> PluginLauncher {
        var launcher: PluginLauncher = self
        launcher.options.telemetry = keeper
        return launcher
    }
}
