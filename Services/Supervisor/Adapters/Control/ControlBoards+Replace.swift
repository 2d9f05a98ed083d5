import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

extension ControlBoards {
    func replace(_ input: ReplaceRequest) async throws(Failure) -> [VerticalStatus] {
        var names: [String] = try permitted(input.names)
        let reloads: Int = runner.value.reloads
        if input.names.isEmpty { names = names.filter { runner.value.machine.children[$0]?.hasProcess == true } }
        for name: String in names { try checkNotReplacing(name) }
        // All of them are looked at before the first one is touched.
        var looks: [String: ProgramLook] = try await examined(names, force: input.force == true)
        // What is used comes before what uses it.
        for name: String in names {
            try checkGoesOn(since: reloads)
            let look: ProgramLook? = looks.removeValue(forKey: name)
            try await replace(name, by: look.flatMap { runner.value.slots[name]?.vertical.with($0) })
        }
        return names.compactMap { runner.value.status(of: $0) }
    }

    /// Replaces one, and waits until it has come about.
    /// - Parameter next: what is to be started; nil for the same.
    func replace(_ name: String, by next: SuitePlan.Vertical?) async throws(Failure) {
        // One that is about to be ready serves soon: then nobody has to wait.
        await runner.wait { $0.machine.children[name]?.state != .starting || $0.machine.isReplacing(name) }
        try checkNotReplacing(name)
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        guard !Task.isCancelled else { throw .cancelled(Fault(.cancelled, "The asker has gone.", outcome: .notDispatched)) }
        let before: UInt64 = runner.value.machine.children[name]?.generation ?? 0
        guard let generation: UInt64 = runner.value.replace(name, by: next) else {
            await runner.wait { runner in
                (runner.machine.children[name]?.generation ?? 0) > before || runner.machine.isUnavailable(name) || runner.isStuck(name)
            }
            _ = try await settled([name])
            return
        }
        await runner.wait { !$0.machine.isReplacing(name) }
        if let failure: (generation: UInt64, reason: String) = runner.value.slots[name]?.lastFailure, failure.generation == generation {
            throw .refused(.thrownAway(name: name, generation: generation, reason: failure.reason))
        }
        _ = try await settled([name])
    }

    private func checkNotReplacing(_ name: String) throws(Failure) {
        if runner.value.machine.isReplacing(name) { throw .refused(.replacing(name: name)) }
    }
}
