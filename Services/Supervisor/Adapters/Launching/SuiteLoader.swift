import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
public import SupervisorCore

/// Reads a launcher file and asks its programs what they are.
public struct SuiteLoader {
    /// The launcher file's path, as it was given.
    public let path: String
    private let force: Bool
    /// The folder that its paths are relative to, on a machine that is not this one; nil for its own.
    private let installed: String?
    private let loop: EventLoop

    /// - Parameters:
    ///   - force: whether programs whose contracts do not fit are launched nevertheless.
    ///   - installed: the folder in which the launcher file will stand on another machine; nil where it is carried out on this one.
    public init(path: String, force: Bool = false, installed: String? = nil, loop: EventLoop) {
        self.path = path
        self.force = force
        self.installed = installed
        self.loop = loop
    }

    /// The plan of the suite, and what is worth a warning.
    /// - Throws: everything that is wrong with the file, a line each.
    public func load() async throws(SupervisorError) -> (plan: SuitePlan, warnings: [String]) {
        guard let data: Data = FileManager.default.contents(atPath: path) else {
            let reason: String = FileManager.default.fileExists(atPath: path) ? "can not be read" : "is not there"
            throw SupervisorError("The launcher file \(path) \(reason); name another by --launcher FILE.")
        }
        let (file, parsing): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(String(decoding: data, as: UTF8.self))
        let located: LauncherFile = LauncherPaths(folder: installed ?? folder).resolved(file)
        let check: SurroundingsCheck = .here
        let surroundings: [LauncherIssue] = installed == nil ? located.verticals.flatMap(check.issues) : []
        let (described, asking): ([String: SuitePlan.Vertical], [LauncherIssue]) = await describe(located)
        let (plan, planning): (SuitePlan, [LauncherIssue]) = SuitePlanner.plan(located, described: described, force: force)
        let issues: [LauncherIssue] = (parsing + surroundings + asking + planning).sorted()
        guard !issues.contains(where: { $0.severity == .error }) else {
            throw SupervisorError(issues.map { $0.text(file: path) }.joined(separator: "\n"))
        }
        var sourced: SuitePlan = plan
        sourced.source = LauncherSource(path: Self.absolute(path), text: String(decoding: data, as: UTF8.self), isForced: force)
        return (sourced, issues.map { $0.text(file: path) })
    }

    private func describe(_ file: LauncherFile) async -> ([String: SuitePlan.Vertical], [LauncherIssue]) {
        let finder: ExecutableFinder = ExecutableFinder(launcherFolder: folder)
        let describer: DaemonDescriber = DaemonDescriber(loop: loop)
        var described: [String: SuitePlan.Vertical] = [:]
        var issues: [LauncherIssue] = []
        for vertical: LauncherVertical in file.verticals where !(vertical.program?.command ?? []).isEmpty {
            do throws(LauncherIssue) {
                described[vertical.name] = try program(vertical, finder)
            } catch {
                issues.append(error)
            }
        }
        for vertical: LauncherVertical in file.verticals where !vertical.executable.isEmpty {
            guard let executable: String = finder.find(vertical.executable) else {
                let places: String = finder.candidates(vertical.executable).joined(separator: " nor ")
                issues.append(
                    LauncherIssue(
                        line: vertical.executableLine, "the executable of \(vertical.name) is not there: neither \(places) is a program"))
                continue
            }
            do {
                var launcher: LauncherVertical = vertical
                launcher.configuration = vertical.configuration.map(resolvingPaths)
                // First which file it is: one that is replaced while it is asked is another one, and is asked again before it runs.
                let identity: String? = FilePath.identity(executable)
                described[vertical.name] = SuitePlan.Vertical(
                    launcher: launcher, executable: executable, description: try await describer.describe(executable), identity: identity)
            } catch {
                issues.append(LauncherIssue(line: vertical.executableLine, "\(vertical.name): \(error)"))
            }
        }
        return (described, issues)
    }

    /// A program that is no vertical: it is not asked, for it would not know what to say.
    func program(_ vertical: LauncherVertical, _ finder: ExecutableFinder) throws(LauncherIssue) -> SuitePlan.Vertical {
        var launcher: LauncherVertical = vertical
        launcher.program?.command = vertical.program?.command.map(resolvingPath) ?? []
        if case .command(let words)? = vertical.program?.readiness {
            guard let probe: String = finder.findProgram(words[0]) else {
                throw LauncherIssue(
                    line: vertical.executableLine, Self.missing(words[0], "the program that says whether \(vertical.name) is ready"))
            }
            launcher.program?.readiness = .command([probe] + words.dropFirst().map(resolvingPath))
        }
        let name: String = vertical.program?.command.first ?? ""
        guard let executable: String = finder.findProgram(name) else {
            throw LauncherIssue(line: vertical.executableLine, Self.missing(name, "the program of \(vertical.name)"))
        }
        let description: VerticalDescription = VerticalDescription(name: vertical.name, version: "", interfaces: [])
        return SuitePlan.Vertical(launcher: launcher, executable: executable, description: description)
    }

    private static func missing(_ name: String, _ role: String) -> String {
        let places: String = name.contains("/") ? "" : " in PATH, beside svc-supervisor, or beside the launcher file"
        return "\(role) is not there: no program '\(name)'\(places); install it, or give its path"
    }

    /// The absolute folder of the launcher file.
    var folder: String { URL(filePath: Self.absolute(path)).deletingLastPathComponent().path }

    /// A launcher file's path, from the root, for whoever works in another folder.
    public static func absolute(_ path: String) -> String {
        URL(filePath: path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path).standardized.path
    }

    private func resolvingPath(_ text: String) -> String {
        text.hasPrefix("./") || text.hasPrefix("../") ? URL(filePath: "\(installed ?? folder)/\(text)").standardized.path : text
    }

    /// Texts that begin with `./` or `../` are paths relative to the launcher file; a daemon runs elsewhere.
    func resolvingPaths(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): .string(resolvingPath(text))
        case .array(let values): .array(values.map(resolvingPaths))
        case .object(let members): .object(members.mapValues(resolvingPaths))
        default: json
        }
    }
}
