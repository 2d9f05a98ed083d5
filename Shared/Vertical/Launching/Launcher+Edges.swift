import ColonnadeContract
internal import ColonnadeTransport
import Glibc

extension Launcher {
    /// Makes the channels to everything that each vertical uses, and to what it offers itself. They connect at the first call.
    func connectEdges(of plugins: [InstalledPlugin], _ mainboards: [String: Motherboard]) {
        let providers: [String: String] = plugins.reduce(into: [:]) { providers, plugin in
            for contract in plugin.description.interfaces { providers[contract.name] = plugin.name }
        }
        for plugin in plugins {
            guard let consumer: Motherboard = mainboards[plugin.name] else { continue }
            // One for all edges: the supervisor gives a vertical few connections.
            let witness: CrashWitness? = witness(for: consumer)
            for contract in plugin.uses + plugin.description.interfaces {
                connect(consumer, to: contract, in: providers[contract.name], witness)
            }
        }
        guard mainboards[mainboard.vertical] == nil else { return }
        for plugin in plugins {
            for contract in plugin.description.interfaces { connect(mainboard, to: contract, in: plugin.name, nil) }
        }
    }

    /// - Parameter provider: who offers it in this process; nil where nobody does.
    private func connect(
        _ consumer: Motherboard, to contract: ContractDescriptor, in provider: String?, _ witness: CrashWitness?
    ) {
        guard let provider else { return consumer.connect(contract.name, by: edge(from: consumer, to: contract, witness)) }
        let dialer: LocalDialer = LocalDialer(servers: local, provider: provider, consumer: consumer.vertical)
        consumer.connect(contract.name, by: connector(from: consumer, to: provider, contract, dialer, nil))
    }

    private func edge(from consumer: Motherboard, to contract: ContractDescriptor, _ witness: CrashWitness?) -> any Channel {
        let provider: String = VerticalName.kebab(contract.name)
        if let dialer: any Dialer = options.dialer?(consumer.vertical, provider) {
            return connector(from: consumer, to: provider, contract, dialer, witness)
        }
        guard let path: String = options.socket(of: provider) else {
            let fault: Fault = Fault(
                .unavailable,
                "No way to \(provider) was given: start \(consumer.vertical) under svc-supervisor, or with --connect \(provider)=PATH.",
                outcome: .notDispatched)
            return UnreachableChannel(fault: fault)
        }
        return connector(from: consumer, to: provider, contract, UnixDialer(path: path), witness)
    }

    /// The process's own id; in a simulation, where the same seed writes the same bytes, the generation stands for it.
    private var instance: String { options.dialer == nil ? "\(getpid())" : "\(options.generation)" }

    private func connector(
        from consumer: Motherboard, to provider: String, _ contract: ContractDescriptor, _ dialer: any Dialer, _ witness: CrashWitness?
    ) -> Connector {
        Connector(
            consumer: consumer.vertical, provider: provider, contract: contract, dialer: dialer, loop: consumer.loop,
            limits: options.limits, witness: witness, tracer: consumer.tracer, instance: instance)
    }
}
