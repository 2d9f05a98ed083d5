import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc
import SupervisorCore

extension ControlBoards {
    /// The longest path that is looked at.
    private static let longestPath: Int = 4_096

    func reexec(_ input: ReexecRequest) async throws(Failure) -> ReexecReport {
        guard consumer == "operator" else { throw .refused(.notAllowed(consumer: consumer)) }
        let suite: SuiteRunner = runner.value
        guard !suite.isGoingDown else { throw .refused(.goingDown) }
        guard !suite.incarnation.isLeaving else {
            throw .refused(.notReplaced(reason: "another program is on its way into its place already"))
        }
        let executable: String = input.executable ?? Incarnation.executable
        guard executable.hasPrefix("/"), executable.utf8.count <= Self.longestPath else {
            throw .refused(.notReplaced(reason: "'\(NameForms.shortened(executable))' is no absolute path of a program"))
        }
        suite.incarnation.isLeaving = true
        suite.incarnation.failure = nil
        do throws(HandoverError) {
            guard let prepare = suite.incarnation.prepare else { throw HandoverError("it is only just starting") }
            let ticket: String = String(UInt64.random(in: .min ... .max), radix: 36)
            let candidate: ReexecCandidate = try await ReexecCandidate(
                executable, reading: try prepare(ticket).bytes, ticket: ticket, home: suite.home, loop: runner.loop)
            if let obstacle: String = runner.value.obstacleToLeaving { throw HandoverError(obstacle) }
            // It leaves behind this answer.
            runner.value.incarnation.onAccepted?(candidate)
            return ReexecReport(executable: executable, incarnation: runner.value.incarnation.number + 1)
        } catch {
            runner.value.incarnation.isLeaving = false
            throw .refused(.notReplaced(reason: error.description))
        }
    }

    func supervisor(_ input: SupervisorQuestion) async throws(Failure) -> SupervisorStatus {
        guard consumer == "operator" else { throw .refused(.notAllowed(consumer: consumer)) }
        let incarnation: Incarnation = runner.value.incarnation
        return SupervisorStatus(
            pid: Int(getpid()), executable: Incarnation.executable, incarnation: incarnation.number, since: incarnation.since,
            failure: incarnation.failure)
    }
}
