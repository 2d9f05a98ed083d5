import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport

/// The sockets of a running suite, as its operator has them.
final class CalledSuite: Sendable {
    let loop: EventLoop = EventLoop(name: "demo-load")
    private let home: String
    private let supervisor: SupervisorClient

    init(home: String) {
        self.home = home
        supervisor = SupervisorClient(
            Connector(
                consumer: "operator", provider: "supervisor", contract: SupervisorContract.descriptor,
                dialer: UnixDialer(path: "\(home)/run/operator/supervisor.sock"), loop: loop, instance: "demo-load"))
    }

    /// A way to a provider, whose callers learn how it ended if it crashes.
    /// - Parameter consumer: whose edge it goes by.
    func channel(
        to provider: String, _ contract: ContractDescriptor, as consumer: String = "operator", _ account: Account? = nil
    ) -> any Channel {
        Connector(
            consumer: consumer, provider: provider, contract: contract,
            dialer: UnixDialer(path: "\(home)/run/\(consumer)/\(provider).sock"), loop: loop, witness: account.map(witness),
            instance: "demo-load")
    }

    private func witness(_ account: Account) -> CrashWitness {
        { [supervisor] question in
            let lost: [LostCalls] = question.lost.map { LostCalls(board: $0.board, unknown: $0.unknown, notDispatched: $0.notDispatched) }
            let request: ObituaryRequest = ObituaryRequest(provider: question.provider, generation: question.generation, lost: lost)
            guard let obituary: Obituary = try? await supervisor.obituary(request), let id: String = obituary.report else { return nil }
            account.interrupted(question.lost, report: id)
            return CrashReport(id: id, signal: obituary.signal, status: obituary.status, generation: obituary.generation)
        }
    }
}
