import ColonnadeEventLoop
import SupervisorCore

/// Another program takes this one's place, in the same process.
extension SupervisorProcess {
    /// How long the operators' and the verticals' own questions may go on; they come again to the next program.
    private static let patience: Duration = .milliseconds(500)
    /// How long crash reports may take to be written.
    private static let patienceWithReports: Duration = .seconds(2)

    /// Answers whoever asks for another program. Once, on the loop.
    func takeReexecs(_ runner: SuiteRunner) {
        runner.incarnation.prepare = { [self] ticket throws(HandoverError) in try written(ticket) }
        runner.incarnation.onAccepted = { [self] candidate in
            loop.startTask { [self] in await leave(to: candidate) }
        }
    }

    private func written(_ ticket: String) throws(HandoverError) -> HandoverWriting {
        try HandoverWriting(runner.value, lock: lock, launch: activations.rest, ticket: ticket, isUp: isUp.value)
    }

    /// Runs the candidate in this one's place. Returns only where that was not possible: then this one goes on.
    private func leave(to candidate: ReexecCandidate) async {
        await servers.value.drain(within: Self.patience)
        let latest: MonotonicTime = loop.now + Self.patienceWithReports
        while runner.value.crashes.isBusy, loop.now < latest { try? await loop.sleep(for: .milliseconds(5)) }
        ProcessImage.holdSignals()
        // What has come before that is taken now.
        try? await loop.sleep(for: .milliseconds(1))
        let reason: String
        do throws(HandoverError) {
            let writing: HandoverWriting = try written("")
            if isUp.value { ReadinessNotice.tellReloading() }
            reason = candidate.take(writing, home: home)
            if isUp.value { ReadinessNotice.tell("READY=1") }
        } catch {
            reason = error.description
        }
        ProcessImage.releaseSignals()
        runner.value.sockets.reopenControl()
        servers.value.serveAll()
        runner.value.incarnation.isLeaving = false
        runner.value.incarnation.failure = reason
        runner.value.onNotice?("the supervisor goes on with the program that it has: \(reason)")
    }
}
