import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

extension ControlBoards {
    /// Looks at the programs that are about to be started: they may have been built anew since the suite came up.
    /// - Parameter force: whether they are started whatever they break.
    /// - Throws: what they break; then nothing was done.
    func rollOut(_ names: [String], force: Bool) async throws(Failure) {
        for (name, look): (String, ProgramLook) in try await examined(names, force: force) {
            runner.value.slots[name]?.takeForAll(look)
        }
    }

    /// What the programs say of themselves now, where they may run beside the others.
    func examined(_ names: [String], force: Bool) async throws(Failure) -> [String: ProgramLook] {
        var programs: [String: ProgramLook] = [:]
        var known: [String: ProgramLook] = [:]
        for name: String in names {
            // Processes of one vertical are of one program.
            let vertical: String = InstanceName.vertical(of: name)
            let look: ProgramLook? = if let look: ProgramLook = known[vertical] { look } else { try await program(of: name, force: force) }
            (programs[name], known[vertical]) = (look, look)
        }
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        let broken: [BrokenEdge] = runner.value.brokenEdges(by: programs.mapValues(\.description))
        guard broken.isEmpty || force else { throw .refused(.breaks(edges: broken)) }
        return programs
    }

    /// What a vertical's program says of itself now; where it says nothing and is started all the same, what it said before.
    private func program(of name: String, force: Bool) async throws(Failure) -> ProgramLook? {
        guard let vertical: SuitePlan.Vertical = runner.value.slots[name]?.vertical else { return nil }
        guard vertical.launcher.program == nil else { return nil }
        let look: ProgramLook
        do throws(SupervisorError) {
            look = try await ProgramLook.at(vertical.executable, loop: runner.loop)
        } catch {
            if force { return ProgramLook(description: vertical.description, identity: FilePath.identity(vertical.executable)) }
            throw .refused(.failed(name: name, reason: "can not be started anew: \(error)"))
        }
        if let new: String = look.newUse(than: vertical), !force {
            throw .refused(.failed(name: name, reason: "uses \(new) now, to which it was given no way: take the suite down and up again"))
        }
        return look
    }
}
