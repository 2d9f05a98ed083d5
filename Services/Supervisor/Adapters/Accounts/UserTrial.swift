import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// Tries whether this system lets a child have a number: a container may have fewer than others, and root in it fewer rights.
struct UserTrial {
    private enum Outcome {
        case works
        case noFiles(String)
        case noProcess
    }

    private let home: SuiteHome
    /// The numbers that this process's user namespace has, as user_namespaces(7) writes them.
    private let users: NumberMap
    private let groups: NumberMap
    /// By the lines of both maps: what holds for one number of a line holds for all, and a trial takes a folder and a process.
    private var outcomes: [[Int?]: Outcome] = [:]

    init(home: SuiteHome) {
        self.home = home
        users = NumberMap(Self.text("/proc/self/uid_map"))
        groups = NumberMap(Self.text("/proc/self/gid_map"))
    }

    /// What keeps a child from being the user and the group of that number; nil where nothing does.
    mutating func obstacle(to number: UInt32) -> String? {
        let lines: [Int?] = [users.line(of: number), groups.line(of: number)]
        let outcome: Outcome = outcomes[lines] ?? attempt(number)
        // Where a map does not have the number, or could not be read, nothing is known of others.
        if !lines.contains(nil) { outcomes[lines] = outcome }
        return switch outcome {
        case .works: nil
        case .noFiles(let reason): "this system gives no files to user \(number): \(reason)"
        case .noProcess: "this system starts no process as user \(number)"
        }
    }

    private func attempt(_ number: UInt32) -> Outcome {
        let folder: String = "\(home.path)/users.tried"
        defer { FilePath.removeDirectory(folder) }
        do throws(SocketError) {
            try FilePath.makeDirectory(folder, user: number, group: number, mode: 0o700)
        } catch {
            return .noFiles(error.reason)
        }
        return ChildProcess.canBe(user: number, group: number) ? .works : .noProcess
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
