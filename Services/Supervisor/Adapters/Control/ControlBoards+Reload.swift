import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// A changed launcher file is carried out.
extension ControlBoards {
    /// How long what is on its way may take to come to rest.
    private static let patience: Duration = .seconds(10)
    /// The largest launcher file in bytes, and the longest path: a slip of the hand may name anything.
    private static let largestFile: Int = 1 << 20
    private static let longestPath: Int = 4096

    func reload(_ input: ReloadRequest) async throws(Failure) -> ReloadReport {
        _ = try permitted([])
        let path: String = input.launcher ?? runner.value.plan.source?.path ?? ""
        try Self.check(path)
        runner.value.isReloading = true
        if input.dryRun != true { runner.value.reloads += 1 }
        let (results, source): (AsyncStream<Result<ReloadReport, Failure>>, AsyncStream<Result<ReloadReport, Failure>>.Continuation) =
            AsyncStream.makeStream()
        // Goes on where the asker has gone: what has begun is not left half-way.
        runner.loop.startTask {
            do throws(Failure) {
                source.yield(.success(try await carryOut(path, input)))
            } catch {
                source.yield(.failure(error))
            }
            runner.value.isReloading = false
            source.finish()
        }
        for await result: Result<ReloadReport, Failure> in results { return try result.get() }
        throw .cancelled(Fault(.cancelled, "The reload goes on; `svc-supervisor status` shows it.", outcome: .unknown))
    }

    private static func check(_ path: String) throws(Failure) {
        guard path.hasPrefix("/"), path.utf8.count <= longestPath, !path.utf8.contains(0) else {
            throw .refused(.badLauncher(problems: ["A launcher file is named by an absolute path of at most \(longestPath) bytes."]))
        }
        let attributes: [FileAttributeKey: Any] =
            (try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)) ?? [:]
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw .refused(.badLauncher(problems: ["The launcher file \(path) can not be read; name another by --launcher FILE."]))
        }
        guard attributes.number(.size) ?? 0 <= largestFile else {
            throw .refused(.badLauncher(problems: ["\(path) is larger than \(largestFile) bytes: it is no launcher file."]))
        }
    }

    private func carryOut(_ path: String, _ input: ReloadRequest) async throws(Failure) -> ReloadReport {
        let plan: SuitePlan
        var notes: [String]
        do throws(SupervisorError) {
            (plan, notes) = try await SuiteLoader(path: path, force: input.force == true, loop: runner.loop).load()
        } catch {
            throw .refused(.badLauncher(problems: error.description.split(separator: "\n").map(String.init)))
        }
        if !input.dryRun { try await rest() }
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        let difference: SuiteDifference = runner.value.difference(to: plan)
        notes += runner.value.plan.notes(before: plan)
        let changes: [VerticalChange] = difference.changes.map(VerticalChange.init)
        if !input.dryRun {
            do {
                try runner.value.take(plan, difference)
            } catch {
                throw .refused(.badLauncher(problems: ["\(error)"]))
            }
            let words: String = difference.changes.map { "\($0.kind.rawValue) \($0.name)" }.joined(separator: ", ")
            runner.value.onNotice?("\(path) was taken: \(words.isEmpty ? "nothing has changed" : words)")
            let problems: [String] = await carryOut(difference.steps)
            runner.value.isTakenInPart = !problems.isEmpty
            guard problems.isEmpty else { throw .refused(.notReloaded(problems: problems)) }
            runner.value.trimSockets()
        }
        let names: [String] = runner.value.machine.names
        return ReloadReport(launcher: path, changes: changes, notes: notes, verticals: names.compactMap { runner.value.status(of: $0) })
    }

    /// Waits until nothing starts, ends or is replaced.
    private func rest() async throws(Failure) {
        let (rested, source): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let runner: LoopBound<SuiteRunner> = runner
        let waiter: UInt64 = runner.value.when({ $0.machine.unsettled == nil || $0.isGoingDown }, { source.finish() })
        let timer: LoopTimer = runner.loop.schedule(after: Self.patience) { runner.value.stopWaiting(waiter) }
        for await _: Void in rested {}
        timer.cancel()
        guard let name: String = runner.value.machine.unsettled, let status: VerticalStatus = runner.value.status(of: name) else { return }
        throw .refused(.unsettled(name: name, state: status.state))
    }

    // MARK: Step by step

    /// Takes one step after the other. One that fails does not keep from its turn what does not use it.
    /// - Returns: what has not come about, a sentence each.
    private func carryOut(_ steps: [ReloadStep]) async -> [String] {
        var problems: [String] = []
        var failed: Set<String> = []
        for step: ReloadStep in steps {
            guard !runner.value.isGoingDown else { return problems + ["The suite is going down."] }
            switch step {
            case .stop(let names):
                // One that was to be replaced may use them still.
                if failed.isEmpty { await end(names) } else { problems.append("\(names.joined(separator: ", ")) goes on.") }
            case .change(let change):
                if let used: String = runner.value.plan.providers(of: change.name).first(where: failed.contains) {
                    failed.insert(change.name)
                    problems.append("\(change.name) was left as it is, because it uses \(used).")
                } else if let problem: String = await carryOut(change) {
                    failed.insert(change.name)
                    problems.append(problem)
                }
            }
        }
        return problems
    }

    private func end(_ names: [String]) async {
        runner.value.stop(names)
        await runner.wait { runner in
            names.allSatisfy { (runner.machine.children[$0]?.isDown ?? true) && !runner.machine.isReplacing($0) }
        }
        for name: String in names { runner.value.forget(name) }
    }

    /// - Returns: what went wrong.
    private func carryOut(_ change: SuiteChange) async -> String? {
        do throws(Failure) {
            if change.kind == .start {
                runner.value.start([change.name])
                _ = try await settled([change.name])
            } else {
                try await replace(change.name, by: runner.value.plan[change.name])
            }
            return nil
        } catch {
            switch error {
            case .refused(.thrownAway(_, let generation, let reason)):
                return "\(change.name) was not replaced: generation \(generation) \(reason). The one before goes on."
            case .refused(.failed(_, let reason)): return "\(change.name) is not ready: it \(reason)."
            case .refused(.goingDown): return "The suite is going down."
            default: return "\(change.name): \(error)"
            }
        }
    }
}

extension VerticalChange {
    fileprivate init(_ change: SuiteChange) {
        let kind: VerticalChangeKind =
            switch change.kind {
            case .start: .start
            case .stop: .stop
            case .replace: .replace
            case .restart: .restart
            case .adjust: .adjust
            }
        self.init(name: change.name, kind: kind, reasons: change.reasons)
    }
}

extension SuitePlan {
    /// What another plan changes without any effect now, a sentence each.
    fileprivate func notes(before next: SuitePlan) -> [String] {
        let known: [String] = launch.map { "\($0.vertical).\($0.board) \($0.input.text)" }
        let new: [String] = next.launch.filter { !known.contains("\($0.vertical).\($0.board) \($0.input.text)") }
            .map { "\($0.vertical).\($0.board)" }
        return new.isEmpty ? [] : ["launch: \(new.joined(separator: ", ")) is activated by the next `up`, not by a reload"]
    }
}
