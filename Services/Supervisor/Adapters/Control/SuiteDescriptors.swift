import SupervisorCore

/// How many descriptors a suite takes of its supervisor: all of them are bounded, so that some are always left to start a child with.
enum SuiteDescriptors {
    /// Standard streams, the loop's own, the lock, and the files that are read for an answer.
    private static let own: Int = 32
    /// Its NOTIFY_SOCKET, its log, its output and its pidfd, and its socket for the operator; and the output and the pidfd of the process
    /// that takes its place.
    private static let ofVertical: Int = 7
    /// While one is asked what it is or started: pipes, /dev/null, a pidfd, the rules for its files, its control group. They start one at
    /// a time, and are asked at the same time.
    private static let ofStart: Int = 10

    static func needed(_ plan: SuitePlan) -> Int {
        let verticals: Int = plan.verticals.count
        let processes: Int = plan.processes.count
        // One of each process that may have others beside it for the operator, too.
        let listeners: Int = plan.edges.count + verticals + plan.verticals.filter(\.isShared).flatMap(\.processes).count + 1
        return own + processes * (ofVertical + ofStart) + listeners + plan.launch.count
            + ControlLimits.connections(verticals: verticals) + UnavailableAnswers.most
    }

    /// - Parameter limit: how many descriptors this process may have open.
    static func check(_ plan: SuitePlan, limit: Int) throws(SupervisorError) {
        let needed: Int = needed(plan)
        guard limit < needed else { return }
        throw SupervisorError(
            "The suite takes up to \(needed) descriptors, and the limit is \(limit); raise it by `ulimit -Hn \(needed)`, or LimitNOFILE= of the unit."
        )
    }
}
