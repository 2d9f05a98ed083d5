import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// Whether a user can reach what a vertical needs beside its own folders: the way to the home, its program with the libraries, and what its
/// launcher file names.
struct Reach {
    private let needs: [(path: String, right: FilePath.AccessRight)]
    private let ways: Ways
    private let user: UInt32
    private let group: UInt32

    init(of vertical: SuitePlan.Vertical, home: SuiteHome, user: UInt32, group: UInt32, ways: Ways = Ways()) {
        (self.user, self.group, self.ways) = (user, group, ways)
        let launcher: LauncherVertical = vertical.launcher
        let parent: String = URL(filePath: home.path).deletingLastPathComponent().path
        var needs: [(path: String, right: FilePath.AccessRight)] = [(parent, .enter), (vertical.executable, .run)]
        needs += ways.libraries(of: vertical.executable).map { ($0, .enter) }
        needs += (launcher.directory.map { [$0] } ?? []).map { ($0, .enter) }
        if case .command(let probe)? = launcher.program?.readiness { needs += probe.prefix(1).map { ($0, .run) } }
        let words: [String] = (launcher.program?.command.dropFirst()).map(Array.init) ?? launcher.arguments
        let texts: [String] = launcher.configuration.map(\.texts) ?? []
        needs += (words + texts + launcher.environment.values).filter { $0.hasPrefix("/") && !$0.hasPrefix("/dev/") }.map { ($0, .read) }
        if case .files(let files) = launcher.isolation {
            needs += files.read.map { ($0.path, .read) } + files.write.map { ($0.path, .write) }
        }
        self.needs = needs
    }

    /// The first that it can not reach, and why; nil where it reaches all.
    var obstacle: String? {
        for need: (path: String, right: FilePath.AccessRight) in needs {
            guard let obstacle: String = ways.way(to: need.path)?.obstacle(user: user, group: group, right: need.right) else { continue }
            return "user \(user) can not \(Self.verb(need.right)) \(need.path), for \(obstacle)"
        }
        return nil
    }

    private static func verb(_ right: FilePath.AccessRight) -> String {
        switch right {
        case .enter: "enter"
        case .read: "read"
        case .run: "run"
        case .write: "write to"
        }
    }
}

extension Reach {
    /// What was looked at for one vertical, and need not be for the next: most verticals of a suite need the same programs and folders. It
    /// is for one plan; whoever asks later may find another owner.
    final class Ways {
        private var ways: [String: FileWay?] = [:]
        private var libraries: [String: [String]] = [:]

        fileprivate func way(to path: String) -> FileWay? {
            if let known: FileWay? = ways[path] { return known }
            let found: FileWay? = FileWay(to: path)
            ways[path] = .some(found)
            return found
        }

        fileprivate func libraries(of program: String) -> [String] {
            if let known: [String] = libraries[program] { return known }
            let found: [String] = LibraryRunPath.folders(of: program)
            libraries[program] = found
            return found
        }
    }
}

extension JSONValue {
    /// Every text in it.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .object(let members): members.values.flatMap(\.texts)
        default: []
        }
    }
}
