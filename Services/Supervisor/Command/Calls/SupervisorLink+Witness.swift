import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import SupervisorAdapters

extension SupervisorLink {
    /// How long the supervisor may take to say how a provider ended.
    private static let patience: Duration = .milliseconds(50)

    /// Asks the supervisor how a provider ended that the operator was calling.
    static func witness(_ home: SuiteHome, _ loop: EventLoop) -> CrashWitness {
        let supervisor: SupervisorClient = SupervisorClient(
            connector(to: "supervisor", SupervisorContract.descriptor, home, loop))
        return { question in
            let lost: [LostCalls] = question.lost.map {
                LostCalls(board: $0.board, unknown: $0.unknown, notDispatched: $0.notDispatched)
            }
            let deadline: UInt64 = (loop.now + patience).nanoseconds
            let obituary: Obituary? = await CallMetadata.$current.withValue(CallMetadata(deadline: deadline)) {
                try? await supervisor.obituary(
                    ObituaryRequest(provider: question.provider, generation: question.generation, lost: lost))
            }
            guard let obituary, let report: String = obituary.report else { return nil }
            return CrashReport(id: report, signal: obituary.signal, status: obituary.status, generation: obituary.generation)
        }
    }
}
