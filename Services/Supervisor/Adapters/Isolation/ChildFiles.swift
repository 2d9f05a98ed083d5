import ColonnadeContract
import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// Which files one child may reach: what any program needs, what is its own, and what its launcher file names.
struct ChildFiles {
    /// Where a system keeps programs and libraries.
    private static let programs: [String] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"]
    /// What programs read of the system. The kernel itself keeps what /proc has of other processes from one whose files are narrowed,
    /// beside what everybody may know of them. Names are resolved by a file that often lies in /run.
    private static let system: [String] = [
        "/etc", "/proc", "/sys/devices/system/cpu", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf",
    ]
    private static let devices: [String] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
    /// What every program needs. Each rule takes a child's start a few microseconds, so what lies in a folder that has one already, as it
    /// does where /bin is a link into /usr, has none of its own.
    private static let shared: [FileRules.Rule] = {
        var folders: [String] = []
        for folder: String in programs + LoadedLibraries.folders {
            guard let real: String = FilePath.real(folder) else { continue }
            if !folders.contains(where: { real == $0 || real.hasPrefix($0 + "/") }) { folders.append(real) }
        }
        return rules(folders, .run) + rules(system, .read) + rules(devices, .change)
    }()

    let vertical: SuitePlan.Vertical
    let home: SuiteHome
    let request: SpawnRequest
    let programs: ProgramFiles

    /// The rules; nil where it is to reach whatever its user may, or the kernel has none.
    func rules() throws(SocketError) -> FileRules? {
        guard case .files(let declared) = vertical.launcher.isolation, FileRules.kernelVersion > 0 else { return nil }
        return try FileRules(Self.shared + own + program + data + named(declared))
    }

    private static func rules(_ paths: [String], _ right: FileRules.Rule.Right) -> [FileRules.Rule] {
        paths.map { FileRules.Rule($0, right) }
    }

    private var own: [FileRules.Rule] {
        let name: String = vertical.name
        return Self.rules([home.state(name), home.runtime(name), home.logFolder(name)], .change)
            + Self.rules([home.configuration(name)], .read)
    }

    /// The program with its libraries and its resources, which SwiftPM puts beside it.
    private var program: [FileRules.Rule] {
        let found: ProgramFiles.Found = programs.of(vertical.executable)
        let paths: [String] = (request.environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
        return Self.rules(
            [vertical.executable] + found.resources + paths.filter { $0.hasPrefix("/") } + found.libraries.filter(isData), .run)
    }

    /// What its command, its variables and its configuration name by an absolute path.
    private var data: [FileRules.Rule] {
        var words: [String] = request.arguments + vertical.launcher.environment.values
        if case .command(let probe)? = vertical.launcher.program?.readiness {
            words += probe.map(ProgramVariables(environment: request.environment).replaced)
        }
        let texts: [String] = vertical.launcher.configuration.map(\.texts) ?? []
        return Self.rules((words + texts).filter(isData), .run) + Self.rules([request.workingDirectory ?? ""].filter(isData), .read)
    }

    /// A text may look like a path and be none, such as "/" in a link: whatever has all of the home in it must be named as files.
    private func isData(_ text: String) -> Bool {
        guard text.hasPrefix("/") else { return false }
        let path: String = URL(filePath: text).standardized.path
        return path != "/" && home.path != path && !home.path.hasPrefix(path + "/")
    }

    private func named(_ declared: DeclaredFiles) -> [FileRules.Rule] {
        Self.rules(declared.read.map(\.path), .run) + Self.rules(declared.write.map(\.path), .runAndChange)
    }
}
