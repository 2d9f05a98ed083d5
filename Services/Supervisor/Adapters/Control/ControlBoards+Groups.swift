import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

extension ControlBoards {
    func groups(_ input: GroupSelection) async throws(Failure) -> [GroupStatus] {
        let suite: SuiteRunner = runner.value
        return suite.machine.processGroups.map { group in
            let strategy: GroupStrategy =
                switch group.strategy {
                case .oneForOne: .oneForOne
                case .oneForAll: .oneForAll
                case .restForOne: .restForOne
                }
            return GroupStatus(
                name: group.name, strategy: strategy, members: group.members.map { suite.shownName(of: $0) },
                restarts: suite.machine.restarts(of: group.name, now: suite.now),
                limit: group.intensity?.restarts, window: group.intensity?.window)
        }
    }
}
