import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc
import SupervisorAdapters
import SupervisorCore

/// A supervisor in this process, from its first check to its end.
struct ForegroundRun {
    private static let tailLines: Int = 20

    let launcher: String
    let home: SuiteHome
    /// Whether programs whose contracts do not fit are launched nevertheless.
    let force: Bool
    let loop: EventLoop

    func run() async throws(CommandFailure) -> ExitStatus {
        SupervisorReport.begin(in: home)
        let lock: HomeLock = try attempt { () throws(SupervisorError) in try HomeLock.take(home) }
        let (plan, warnings): (SuitePlan, [String]) = try await load()
        for warning: String in warnings { Terminal.error(warning) }
        let process: SupervisorProcess = try attempt { () throws(SupervisorError) in
            let accounts: SuiteAccounts = try SuiteAccounts.settle(plan, home: home, file: launcher)
            return try SupervisorProcess(plan: plan, home: home, accounts: accounts, lock: lock, loop: loop) {
                SupervisorReport.changed($0)
            } onNotice: {
                SupervisorReport.fail($0)
            }
        }
        Self.listen(to: process, loop)
        SupervisorReport.say("launching \(plan.name) from \(launcher) in \(home.path)")
        let isUp: Bool = await start(process, plan)
        if isUp { Self.announce(process, plan.name, home, loop) }
        await process.untilDown()
        if let failure: String = process.failure { SupervisorReport.fail("\(plan.name) went down: \(failure)") }
        SupervisorReport.say("\(plan.name) is down")
        return isUp && process.failure == nil ? .done : .failed
    }

    /// From here on nothing ends the process but the suite's own end.
    static func listen(to process: SupervisorProcess, _ loop: EventLoop) {
        for signal: Int32 in StopSignals.listened {
            loop.onSignal(signal) {
                SupervisorReport.say("stopping, consumers first")
                process.goDown()
            }
        }
    }

    /// Whether all is ready; where one has failed, the suite goes down again.
    private func start(_ process: SupervisorProcess, _ plan: SuitePlan) async -> Bool {
        do throws(SupervisorError) {
            return try await process.start()
        } catch {
            SupervisorReport.fail(error.description)
            for name: String in plan.shownNames where error.description.contains("\(name) is not ready") {
                for line: String in await process.lastLines(of: name, Self.tailLines) { SupervisorReport.fail("\(name) | \(line)") }
            }
            process.goDown()
            return false
        }
    }

    /// Says that the suite is up, and activates what the launcher file names.
    static func announce(_ process: SupervisorProcess, _ name: String, _ home: SuiteHome, _ loop: EventLoop) {
        LifeSigns(loop: loop).begin()
        let place: String = home == SuiteHome(path: ".colonnade") ? "" : " --home \(home.path)"
        SupervisorReport.say("\(name) is up. In a second terminal: svc-supervisor status\(place). Ctrl-C here stops it.")
        process.activate { board, result in SupervisorReport.say("launch: \(board): \(result.text.printable)") }
    }

    private func load() async throws(CommandFailure) -> (SuitePlan, [String]) {
        do {
            let loaded: (plan: SuitePlan, warnings: [String]) = try await SuiteLoader(path: launcher, force: force, loop: loop).load()
            return (loaded.plan, loaded.warnings)
        } catch {
            throw CommandFailure(.failed, error.description)
        }
    }

    private func attempt<Value>(_ body: () throws(SupervisorError) -> Value) throws(CommandFailure) -> Value {
        do {
            return try body()
        } catch {
            throw CommandFailure(.failed, error.description)
        }
    }
}
