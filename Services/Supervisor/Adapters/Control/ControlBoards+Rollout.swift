import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore

extension ControlBoards {
    /// Looks at the programs that are about to be started: they may have been built anew since the suite came up.
    /// - Parameter force: whether they are started whatever they break.
    /// - Throws: what they break; then nothing was done.
    func rollOut(_ names: [String], force: Bool) async throws(Failure) {
        var programs: [String: VerticalDescription] = [:]
        for name: String in names { programs[name] = try await program(of: name, force: force) }
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        for slot: ChildSlot in runner.value.slots.values where programs[slot.vertical.name] == nil {
            guard runner.value.machine.children[slot.vertical.name]?.hasProcess == true else { continue }
            programs[slot.vertical.name] = slot.vertical.description
        }
        let broken: [BrokenEdge] = Rollout.brokenEdges(programs, of: Set(names))
        guard broken.isEmpty || force else { throw .refused(.breaks(edges: broken)) }
        for name: String in names {
            guard let slot: ChildSlot = runner.value.slots[name], let program: VerticalDescription = programs[name] else { continue }
            slot.vertical = slot.vertical.with(program)
        }
    }

    /// What a vertical's program says of itself now; nil where it says nothing and is started all the same.
    private func program(of name: String, force: Bool) async throws(Failure) -> VerticalDescription? {
        guard let vertical: SuitePlan.Vertical = runner.value.slots[name]?.vertical else { return nil }
        let program: VerticalDescription
        do throws(SupervisorError) {
            program = try await DaemonDescriber(loop: runner.loop).describe(vertical.executable)
        } catch {
            if force { return nil }
            throw .refused(.failed(name: name, reason: "can not be started anew: \(error)"))
        }
        let known: Set<String> = Set(vertical.description.uses)
        if let new: String = program.uses.first(where: { !known.contains($0) }), !force {
            throw .refused(.failed(name: name, reason: "uses \(new) now, to which it was given no way: take the suite down and up again"))
        }
        return program
    }
}
