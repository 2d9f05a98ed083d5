import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
internal import ColonnadeTransport
import Glibc

extension Launcher {
    /// How long the supervisor may take to answer; callers wait a little longer.
    private static let patience: Duration = .milliseconds(50)

    /// Asks the supervisor how a provider ended; nil where no supervisor runs this process.
    func witness(for consumer: Motherboard) -> CrashWitness? {
        guard options.generation > 0, let path: String = options.socket(of: "supervisor") else { return nil }
        let loop: EventLoop = consumer.loop
        let supervisor: SupervisorClient = SupervisorClient(
            Connector(
                consumer: consumer.vertical, provider: "supervisor", contract: SupervisorContract.descriptor, boards: ["obituary"],
                dialer: UnixDialer(path: path), loop: loop, limits: options.limits, instance: "\(getpid())"))
        return { question in
            let lost: [LostCalls] = question.lost.map {
                LostCalls(board: $0.board, unknown: $0.unknown, notDispatched: $0.notDispatched)
            }
            let deadline: UInt64 = (loop.now + Self.patience).nanoseconds
            let obituary: Obituary? = await CallMetadata.$current.withValue(CallMetadata(deadline: deadline)) {
                try? await supervisor.obituary(
                    ObituaryRequest(provider: question.provider, generation: question.generation, lost: lost))
            }
            guard let obituary, let report: String = obituary.report else { return nil }
            return CrashReport(id: report, signal: obituary.signal, status: obituary.status, generation: obituary.generation)
        }
    }
}
