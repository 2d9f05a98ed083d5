import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
import ColonnadeWorld

extension Motherboard {
    /// Makes an internal board, such as sign-in or a migration, run before others may start. Call this in
    /// ``ModulePlugin/installBarriers(on:)``.
    ///
    /// However many callers arrive, the gate runs once for them (see ``BarrierSharing``) while they wait. When it is done, they continue.
    /// If it ends not done, refuses or fails, each of them fails with `barrierRefused`. If it does not answer in time, it is cancelled
    /// and they fail with `barrierStuck`. None of them was dispatched. ``Limits`` bounds waiting calls; they leave when they are
    /// cancelled or their own deadline passes.
    ///
    /// Boards that the vertical offers are guarded where calls arrive, for every caller. Other boards are guarded where this motherboard
    /// activates them. What a gate itself activates through this motherboard does not wait at the same gate; a call that returns to it
    /// through another vertical fails when the deadline passes.
    /// - Parameters:
    ///   - gate: an internal board that the module registers; installed once.
    ///   - scope: the boards before which it stands.
    ///   - shared: who shares one run of it.
    ///   - deadline: how long callers wait for one run.
    ///   - exempt: consumers who pass without waiting, by the name of their edge; on a socket that is open to anybody, nobody is exempt.
    ///   - passes: whether a call passes without running the gate. It runs on the loop, in the vertical's world and with the call's
    ///     metadata as the current ones, for each call that arrives while the gate is not open, and must not block. If it returns
    ///     false, the gate runs; without it, the gate always runs.
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

    /// Closes a gate that stays open: it runs again for the next caller. A run in progress admits those who already wait for it, and
    /// nobody after them.
    public func close<Output, Command, Refused>(_ gate: InternalBoard<Void, Output, Command, Refused>) {
        guard let reference: LoopReference<Gate> = barriers.gate(gate.id) else {
            preconditionFailure("\(gate.id) is not installed as a gateway barrier")
        }
        if loop.isCurrent { reference.value.close() } else { loop.execute { reference.value.close() } }
    }

    /// Asks in the same surroundings as the gate's board runs in: the vertical's world, on behalf of the call.
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
