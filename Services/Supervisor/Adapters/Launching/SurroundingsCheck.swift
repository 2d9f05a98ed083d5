import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorCore

/// Whether this machine can give a child the folder and the limits that its launcher file asks for.
struct SurroundingsCheck {
    /// The highest limit of open files that a child can be given.
    let mostFiles: Int
    /// How much this process gives way itself; only root may give less than that.
    let leastNice: Int

    /// As it is on this machine.
    static var here: SurroundingsCheck {
        let isRoot: Bool = geteuid() == 0
        let most: Data? = isRoot ? FileManager.default.contents(atPath: "/proc/sys/fs/nr_open") : nil
        let all: Int? = most.flatMap { Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
        let own: Int = DescriptorLimit.current.map { Int(clamping: $0.hard) } ?? .max
        let nice: Int = Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        return SurroundingsCheck(mostFiles: all ?? own, leastNice: isRoot ? -20 : nice)
    }

    /// What can not be given, with the lines.
    func issues(_ vertical: LauncherVertical) -> [LauncherIssue] {
        var issues: [LauncherIssue] = []
        if let directory: String = vertical.directory, let obstacle: String = Self.obstacle(directory) {
            issues.append(LauncherIssue(line: vertical.directoryLine, "directory of \(vertical.name): \(directory) \(obstacle)"))
        }
        if case .files(let files) = vertical.isolation {
            for place: DeclaredFiles.Place in files.read + files.write where !FilePath.exists(place.path) {
                issues.append(LauncherIssue(line: place.line, "isolation of \(vertical.name): \(place.path) is not there"))
            }
        }
        if let files: Int = vertical.limits.files, files > mostFiles {
            issues.append(
                LauncherIssue(
                    line: vertical.limits.lines[.files] ?? vertical.line,
                    "files in limits of \(vertical.name): this system gives at most \(mostFiles), not \(files)"))
        }
        if let nice: Int = vertical.limits.nice, nice < leastNice {
            issues.append(
                LauncherIssue(
                    line: vertical.limits.lines[.nice] ?? vertical.line,
                    "nice in limits of \(vertical.name): \(nice) takes root; without, \(leastNice) is the least"))
        }
        return issues
    }

    private static func obstacle(_ directory: String) -> String? {
        if !FilePath.exists(directory) { return "is not there; make it, or leave 'directory' out for a folder of its own" }
        return FilePath.isDirectory(directory) ? nil : "is no folder"
    }
}
