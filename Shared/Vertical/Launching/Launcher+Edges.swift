import ColonnadeContract
import ColonnadeTransport
import FoundationEssentials

extension Launcher {
    /// Makes the ways to the verticals that a plugin uses. Those that this launcher serves itself are connected when they
    /// are made.
    func connectEdges(of plugin: InstalledPlugin, inProcess: Set<String>) {
        for contract in plugin.uses where !inProcess.contains(contract.name) {
            mainboard.connect(contract.name, by: edge(from: plugin.name, to: contract))
        }
    }

    private func edge(from consumer: String, to contract: ContractDescriptor) -> any Channel {
        let provider: String = VerticalName.kebab(contract.name)
        guard let path: String = options.socket(of: provider) else {
            return UnreachableChannel(fault: Fault(
                .unavailable,
                "No way to \(provider) was given: start \(consumer) under svc-supervisor, or with --sockets or --connect \(provider)=PATH.",
                outcome: .notDispatched))
        }
        return Connector(
            consumer: consumer, provider: provider, contract: contract, dialer: UnixDialer(path: path), loop: mainboard.loop,
            limits: options.limits, instance: "\(ProcessInfo.processInfo.processIdentifier)")
    }
}
