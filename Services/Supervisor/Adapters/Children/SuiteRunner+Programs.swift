import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import Glibc
import SupervisorCore

/// What is started, and whether it may be: a program that changed on the disk is asked again before it runs.
extension SuiteRunner {
    /// Starts the program of a vertical: at once where it is the file that was described.
    func start(_ slot: ChildSlot, _ generation: UInt64) {
        let seat: ChildSeat = seat(slot, generation)
        seat.generation = generation
        let executable: String = slot.vertical.executable
        // A program that is no vertical says nothing of itself. A file that is not there has no identity: its start says what is wrong.
        guard slot.vertical.launcher.program == nil, let identity: String = FilePath.identity(executable),
            identity != slot.vertical.identity
        else {
            return spawn(slot, generation)
        }
        seat.asked = generation
        let name: String = slot.vertical.name
        loop.startTask { [bound] in
            let result: Result<ProgramLook, SupervisorError>
            do throws(SupervisorError) {
                result = .success(try await ProgramLook.at(executable, loop: bound.loop))
            } catch {
                result = .failure(error)
            }
            bound.value.looked(at: name, generation, result)
        }
    }

    private func looked(at name: String, _ generation: UInt64, _ result: Result<ProgramLook, SupervisorError>) {
        // Where it was stopped meanwhile, nobody asks any more.
        guard let slot: ChildSlot = slots[name], let seat: ChildSeat = slot.seats.values.first(where: { $0.asked == generation }) else {
            return
        }
        seat.asked = nil
        switch result {
        case .failure(let error) where error.isShortage:
            post(.spawnDelayed("waits for descriptors or memory: \(error)"), name, generation)
        case .failure(let error): post(.spawnFailed("was not started: its program has changed: \(error)"), name, generation)
        case .success(let look):
            if let obstacle: String = obstacle(to: look, slot.vertical) { return post(.programRefused(obstacle), name, generation) }
            slot.take(look)
            // Once more from the start: the file may have changed while it was asked.
            start(slot, generation)
        }
    }

    /// The command of a child, with its environment and in its folder.
    func request(_ slot: ChildSlot, _ generation: UInt64) throws -> SpawnRequest {
        let vertical: SuitePlan.Vertical = slot.vertical
        let environment: [String: String] = ChildEnvironment.of(vertical, home: home, generation: generation)
        let variables: ProgramVariables = ProgramVariables(environment: environment)
        let arguments: [String] =
            vertical.launcher.program.map { $0.command.dropFirst().map(variables.replaced) } ?? vertical.launcher.arguments
        var request: SpawnRequest = SpawnRequest(executable: vertical.executable, arguments: arguments)
        request.environment = environment
        try narrow(&request, for: vertical)
        return request
    }

    /// Looks for the sign by which a program that was started is ready; a vertical says it itself.
    func watchReadiness(of seat: ChildSeat, _ name: String, _ launcher: LauncherVertical, _ request: SpawnRequest) {
        seat.probe?.end()
        seat.probe = nil
        guard let readiness: LauncherProgram.Readiness = launcher.program?.readiness else { return }
        let generation: UInt64 = seat.generation
        let variables: ProgramVariables = ProgramVariables(environment: request.environment)
        let sign: ReadinessProbe.Sign
        switch readiness {
        case .notify: return
        case .started: return post(.notifiedReady, name, generation)
        case .socket(let path):
            let path: String = variables.replaced(in: path)
            sign = .socket(path.hasPrefix("/") ? path : "\(request.workingDirectory ?? home.state(name))/\(path)")
        case .command(let words):
            let words: [String] = words.map(variables.replaced)
            // Whatever holds for the program holds for what asks whether it is ready.
            var command: SpawnRequest = request
            (command.executable, command.arguments) = (words[0], Array(words.dropFirst()))
            sign = .command(command)
        }
        seat.probe = ReadinessProbe(sign, loop: loop) { [bound] in bound.value.post(.notifiedReady, name, generation) }
    }

    /// Why a program that has changed is not started beside those that run; nil where it is.
    private func obstacle(to look: ProgramLook, _ vertical: SuitePlan.Vertical) -> String? {
        if let new: String = look.newUse(than: vertical) {
            return
                "was not started: its program has changed and uses \(new), to which it was given no way; take the suite down and up again"
        }
        let broken: [BrokenEdge] = brokenEdges(by: [vertical.name: look.description])
        guard !broken.isEmpty else { return nil }
        let reasons: String = broken.map { "\($0.provider) does not fit \($0.consumer): \($0.reasons.joined(separator: "; "))" }
            .joined(separator: "; ")
        return "was not started: its program has changed, and \(reasons). Put one in its place that fits, or start it nevertheless by "
            + "`svc-supervisor restart --force \(vertical.name)`"
    }

    /// The edges that would break if these programs were started beside those that run.
    func brokenEdges(by programs: [String: VerticalDescription]) -> [BrokenEdge] {
        var all: [String: VerticalDescription] = programs
        for slot: ChildSlot in slots.values where programs[slot.vertical.name] == nil {
            guard machine.children[slot.vertical.name]?.hasProcess == true else { continue }
            all[slot.vertical.name] = slot.vertical.description
        }
        return Rollout.brokenEdges(all, of: Set(programs.keys))
    }

    /// Sends a child a signal. One that is stopped goes on: it would neither drain nor end otherwise, however long one waits.
    func send(_ signal: ChildSignal, to seat: ChildSeat, of name: String) {
        if let generation: UInt64 = seat.asked {
            seat.asked = nil
            post(.spawnFailed("was stopped before its program had said what it is"), name, generation)
        }
        guard let process: ChildProcess = seat.process else { return }
        // A trace of one that is stopped says nothing, and a Swift program goes on after it.
        let isAtOnce: Bool = signal == .kill || (signal == .abort && Self.isStopped(process.pid))
        let stop: Int32? = signal == .terminate ? slots[name]?.vertical.launcher.program?.stop.number : nil
        _ = process.kill(isAtOnce ? SIGKILL : stop ?? signal.number)
        if !isAtOnce { _ = process.kill(SIGCONT) }
    }

    /// Whether a process was stopped by a signal, as proc(5) says.
    private static func isStopped(_ pid: Int32) -> Bool {
        guard let data: Data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return false }
        let text: String = String(decoding: data, as: UTF8.self)
        guard let end: String.Index = text.lastIndex(of: ")") else { return false }
        return text[end...].dropFirst().split(separator: " ").first == "T"
    }
}
