import ColonnadeContract
import ColonnadeTransport
import Glibc

extension Launcher {
    /// Makes the ways to everything that the plugins offer and use. Nothing is connected before the first call.
    func connectEdges(of plugins: [InstalledPlugin]) {
        for plugin in plugins {
            for contract in plugin.uses {
                mainboard.connect(contract.name, by: edge(from: plugin.name, to: contract))
            }
        }
        for plugin in plugins {
            for contract in plugin.description.interfaces {
                let dialer: LocalDialer = LocalDialer(servers: local, provider: plugin.name, consumer: plugins[0].name)
                mainboard.connect(contract.name, by: connector(from: plugins[0].name, to: plugin.name, contract, dialer))
            }
        }
    }

    private func edge(from consumer: String, to contract: ContractDescriptor) -> any Channel {
        let provider: String = VerticalName.kebab(contract.name)
        guard let path: String = options.socket(of: provider) else {
            let fault: Fault = Fault(
                .unavailable,
                "No way to \(provider) was given: start \(consumer) under svc-supervisor, or with --connect \(provider)=PATH.",
                outcome: .notDispatched)
            return UnreachableChannel(fault: fault)
        }
        return connector(from: consumer, to: provider, contract, UnixDialer(path: path))
    }

    private func connector(
        from consumer: String, to provider: String, _ contract: ContractDescriptor, _ dialer: any Dialer
    ) -> Connector {
        Connector(
            consumer: consumer, provider: provider, contract: contract, dialer: dialer, loop: mainboard.loop,
            limits: options.limits, instance: "\(getpid())")
    }
}
