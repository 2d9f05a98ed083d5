import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// How processes ended: for callers that lost one, and for the operator.
extension ControlBoards {
    /// A caller sees the end of a connection a little before the supervisor sees the end of the process. Callers do not wait longer
    /// than this for an answer: see `CrashWitness`.
    private static let patienceWithEnd: Duration = .milliseconds(40)

    func obituary(_ input: ObituaryRequest) async throws(Failure) -> Obituary {
        let name: String = try provider(input.provider)
        let unknown: Failure = .refused(.unknownGeneration(provider: name, generation: input.generation))
        // Whichever of the vertical's processes it was: no two of them have the same number.
        let suite: SuiteRunner = runner.value
        let processes: [String] = suite.machine.instances(of: name)
        if suite.ending(of: input.generation, among: processes) == nil,
            processes.contains(where: { suite.machine.children[$0]?.generation == input.generation })
        {
            await untilItEnds(processes, input.generation)
        }
        if let ending: ChildSlot.Ending = suite.ending(of: input.generation, among: processes) {
            if let report: String = ending.report, let lost: [LostCalls] = input.lost {
                suite.crashes.add(lost, from: consumer, to: report)
            }
            return Obituary(name, ending)
        }
        guard processes.contains(where: { suite.machine.seat(of: $0, generation: input.generation) != nil }) else { throw unknown }
        return Obituary(provider: name, generation: input.generation, ended: false)
    }

    /// The vertical that this consumer calls by `name`: its own name, or that of an interface which it offers.
    func provider(_ name: String) throws(Failure) -> String {
        let wanted: String = NameForms.kebab(name)
        let plan: SuitePlan = runner.value.plan
        if plan[wanted] == nil {
            if let edge: SuitePlan.Edge = plan.edges.first(where: { $0.consumer == consumer && $0.socket == wanted }) {
                return edge.provider
            }
            let offers: (SuitePlan.Vertical) -> Bool = { vertical in
                vertical.description.interfaces.contains { NameForms.kebab($0.name) == wanted }
            }
            if let vertical: SuitePlan.Vertical = plan.verticals.first(where: offers) { return vertical.name }
        }
        guard plan[wanted] != nil else { throw .refused(.unknownVertical(name: wanted, known: runner.value.machine.names)) }
        return wanted
    }

    private func untilItEnds(_ processes: [String], _ generation: UInt64) async {
        let (ended, source): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let runner: LoopBound<SuiteRunner> = runner
        let waiter: UInt64 = runner.value.when({ $0.ending(of: generation, among: processes) != nil }, { source.finish() })
        let timer: LoopTimer = runner.loop.schedule(after: Self.patienceWithEnd) { runner.value.stopWaiting(waiter) }
        for await _: Void in ended {}
        timer.cancel()
        runner.value.stopWaiting(waiter)
    }

    func crashes(_ input: CrashSelection) async throws(Failure) -> [CrashRecord] {
        guard consumer == "operator" else { throw .refused(.notAllowed(consumer: consumer)) }
        let store: CrashStore = runner.value.crashes.store
        let id: String? = input.id
        let found: [CrashRecord]? = try? await runner.loop.offload { id.map { store.read($0).map { [$0] } ?? [] } ?? store.list() }
        guard let found, id == nil || !found.isEmpty else { throw .refused(.unknownCrash(id: NameForms.shortened(id ?? ""))) }
        return found
    }
}

extension SuiteRunner {
    /// How the process of a generation ended; nil where it has not, or nobody remembers.
    fileprivate func ending(of generation: UInt64, among processes: [String]) -> ChildSlot.Ending? {
        processes.compactMap { slots[$0]?.endings.last { $0.generation == generation } }.first
    }
}
