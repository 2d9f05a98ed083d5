import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

extension SuiteLoader {
    /// The plan of a suite that runs, from what the program before this one knew of it: nobody is asked, and the launcher file is not read
    /// again.
    /// - Throws: where it makes no plan for this program.
    static func plan(_ handover: SuiteHandover, loop: EventLoop) throws(HandoverError) -> SuitePlan {
        let loader: SuiteLoader = SuiteLoader(path: handover.launcherPath, force: handover.isForced, loop: loop)
        let (file, issues): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(handover.launcherText)
        let located: LauncherFile = LauncherPaths(folder: loader.folder).resolved(file)
        var described: [String: SuitePlan.Vertical] = [:]
        for vertical: LauncherVertical in located.verticals {
            guard let handed: VerticalHandover = handover.verticals.first(where: { $0.name == vertical.name }) else {
                throw HandoverError("\(vertical.name) was not handed over")
            }
            described[vertical.name] = try loader.vertical(vertical, handed)
        }
        // They run already, whether they fit each other or not.
        var (plan, planning): (SuitePlan, [LauncherIssue]) = SuitePlanner.plan(located, described: described, force: true)
        if let issue: LauncherIssue = (issues + planning).first(where: { $0.severity == .error }) {
            throw HandoverError("this program does not take the launcher file: \(issue.text(file: handover.launcherPath))")
        }
        guard Set(plan.processes.map(\.name)) == Set(handover.verticals.map(\.name)) else {
            throw HandoverError("the verticals are not those of the launcher file")
        }
        plan.source = LauncherSource(path: handover.launcherPath, text: handover.launcherText, isForced: handover.isForced)
        return plan
    }

    private func vertical(_ vertical: LauncherVertical, _ handed: VerticalHandover) throws(HandoverError) -> SuitePlan.Vertical {
        if vertical.program != nil {
            do throws(LauncherIssue) {
                return try program(vertical, ExecutableFinder(launcherFolder: folder))
            } catch {
                throw HandoverError("\(vertical.name): \(error.text(file: path))")
            }
        }
        var launcher: LauncherVertical = vertical
        launcher.configuration = vertical.configuration.map(resolvingPaths)
        do {
            let description: VerticalDescription = try VerticalDescription(json: handed.description)
            return SuitePlan.Vertical(
                launcher: launcher, executable: handed.executable, description: description, identity: handed.identity)
        } catch {
            throw HandoverError("what \(vertical.name) said of itself can not be read: \(error)")
        }
    }
}
