import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import ColonnadeWorld

extension Motherboard {
    /// Has an internal board run before others may: sign-in, or a migration. To be called in ``ModulePlugin/installBarriers(on:)``.
    ///
    /// However many callers come, the gate runs once for them (see ``BarrierSharing``), and they wait. Where it is done, they go on. Where
    /// it ends not done, refuses or fails, each of them fails with `barrierRefused`, where it has not answered in time with
    /// `barrierStuck` and the gate is cancelled; none of them was dispatched. Waiting calls are bounded by ``Limits``, and leave when
    /// they are cancelled or their own deadline passes.
    ///
    /// Boards that the vertical offers are guarded where calls come in, whoever calls. Other boards are guarded where this motherboard
    /// activates them. What a gate itself activates by this motherboard is not held by the same gate; a call that comes back to it
    /// by way of another vertical fails when the deadline passes.
    /// - Parameters:
    ///   - gate: registered by the module itself; installed once.
    ///   - scope: the boards before which it stands.
    ///   - shared: who shares one run of it.
    ///   - deadline: how long callers wait for one run.
    ///   - exempt: consumers who pass without waiting. The name counts that the edge belongs to; on a socket that is open to anybody,
    ///     nobody is exempt.
    ///   - passes: whether a call passes as it is, in the vertical's world and with the call's metadata as the current ones. Asked first,
    ///     for each call that comes while the gate is not open, on the loop; it must not wait. Where it says no the gate runs, and where
    ///     it always says no or is not given, the gate decides alone.
    public func install<Output, Command, Refused>(
        gatewayBarrier gate: InternalBoard<Void, Output, Command, Refused>, for scope: BarrierScope, shared: BarrierSharing = .process,
        deadline: Duration = .seconds(30), exempt: Set<String> = [], passes: (@Sendable (CallMetadata) -> Bool)? = nil
    ) {
        let limits: Limits = limits
        let bounds: GateLife.Bounds = GateLife.Bounds(
            calls: limits.callsAtBarrier, bytes: limits.bytesAtBarrier, runs: limits.sessionsAtBarrier)
        let life: GateLife = GateLife(sharing: shared == .process ? .process : .session, bounds: bounds)
        let board: GateBoard = GateBoard(id: gate.id) { [weak self] bodyEnded in
            guard let self else {
                bodyEnded()
                return .failed("its vertical has ended")
            }
            return await self.outcome(of: gate, bodyEnded: bodyEnded)
        }
        let made: Gate = Gate(board: board, life: life, deadline: deadline, exempt: exempt, passes: asking(passes), loop: loop)
        barriers.install(made, for: scope, on: loop)
    }

    /// Has a gate that stays open run again for the next caller. A run that goes on lets those pass who wait for it, and nobody after.
    public func close<Output, Command, Refused>(_ gate: InternalBoard<Void, Output, Command, Refused>) {
        guard let reference: LoopReference<Gate> = barriers.gate(gate.id) else {
            preconditionFailure("\(gate.id) is not installed as a gateway barrier")
        }
        if loop.isCurrent { reference.value.close() } else { loop.execute { reference.value.close() } }
    }

    /// Asks as the gate's board would be run: in the vertical's world, on behalf of the call.
    private func asking(_ passes: Gate.Passes?) -> Gate.Passes? {
        guard let passes else { return nil }
        let world: World = world
        return { (metadata: CallMetadata) -> Bool in
            CallMetadata.$current.withValue(metadata) { world.bind { () -> Bool in passes(metadata) } }
        }
    }

    private func outcome<Output, Command, Refused>(
        of gate: InternalBoard<Void, Output, Command, Refused>, bodyEnded: @escaping @Sendable () -> Void
    ) async -> GateOutcome {
        let commands: Commands<Command> = Commands()
        let outputs: OutputSequence<Output, Refused> = internalBoards.outputs(of: gate, (), commands).announcingEnd(bodyEnded)
        switch await world.bind({ await run(of: gate.id, commands).outputs(outputs) }) {
        case .success(.done): return .done
        case .success(.notDone): return .notDone
        case .failure(.refused(let refusal)): return .failed("\(refusal)")
        case .failure(let failure): return .failed(failure.fault?.message ?? "\(failure)")
        }
    }
}
