import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorAdapters
import SupervisorCore

/// A supervisor whose suite another program has begun, in the same process.
struct ResumedRun {
    let descriptor: Int32
    let home: SuiteHome
    let loop: EventLoop

    func run() async throws(CommandFailure) -> ExitStatus {
        FilePath.makePrivateFiles()
        SupervisorReport.begin(in: home)
        let inheritance: Inheritance
        let process: SupervisorProcess
        do throws(HandoverError) {
            inheritance = try Inheritance(descriptor, home: home, loop: loop)
            process = try SupervisorProcess(inheritance, home: home, loop: loop) {
                SupervisorReport.changed($0)
            } onNotice: {
                SupervisorReport.fail($0)
            }
        } catch {
            throw await abandoned(error)
        }
        ForegroundRun.listen(to: process, loop)
        ProcessImage.releaseSignals()
        SupervisorReport.say("another program of the supervisor goes on with the suite and its \(inheritance.processes) processes")
        let isUp: Bool = await goOn(process, inheritance)
        await process.untilDown()
        if let failure: String = process.failure { SupervisorReport.fail("\(inheritance.name) went down: \(failure)") }
        SupervisorReport.say("\(inheritance.name) is down")
        return isUp && process.failure == nil ? .done : .failed
    }

    /// Whether the suite is up, or has come up since.
    private func goOn(_ process: SupervisorProcess, _ inheritance: Inheritance) async -> Bool {
        if inheritance.isUp {
            LifeSigns(loop: loop).begin()
            process.activate { board, result in SupervisorReport.say("launch: \(board): \(result.text.printable)") }
            return true
        }
        do throws(SupervisorError) {
            guard try await process.isStarted() else { return false }
            ForegroundRun.announce(process, inheritance.name, home, loop)
            return true
        } catch {
            SupervisorReport.fail(error.description)
            process.goDown()
            return false
        }
    }

    /// Ends what is left of a suite that this program can not go on with.
    private func abandoned(_ reason: HandoverError) async -> CommandFailure {
        SupervisorReport.fail("The suite can not be taken over: \(reason). Every vertical is being stopped.")
        ProcessImage.releaseSignals()
        let count: Int = await AbandonedSuite.end(home, loop: loop)
        return CommandFailure(
            .failed,
            "\(count) processes were stopped, because the suite could not be taken over: \(reason). "
                + "Start it again by `svc-supervisor up`.")
    }
}
