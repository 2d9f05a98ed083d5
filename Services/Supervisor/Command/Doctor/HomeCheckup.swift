import FoundationEssentials
import SupervisorAdapters
import SupervisorCore

/// Whether a suite can run in a folder.
struct HomeCheckup {
    /// The longest path of a socket, in bytes: sockaddr_un has 108, and a zero ends it.
    static let longestSocket: Int = 107
    /// Logs and databases soon write more than what is left, in bytes.
    static let leastFree: Int = 256 << 20

    let home: SuiteHome
    /// Who runs this command.
    let user: Int
    /// Names of verticals that are to run there, each with those that it uses; none where no launcher file is known.
    let uses: [String: [String]]

    var findings: [Finding] {
        guard let attributes: [FileAttributeKey: Any] = try? FileManager.default.attributesOfItem(atPath: home.path) else {
            return [.fine("\(home.path) is not there yet: `svc-supervisor up` makes it.")] + length
        }
        return [owner(attributes)] + leftovers + length + space
    }

    private func owner(_ attributes: [FileAttributeKey: Any]) -> Finding {
        let (owner, mode): (Int?, Int?) = (attributes.number(.ownerAccountID), attributes.number(.posixPermissions))
        if let stranger: HomeOwner = HomeLock.stranger(home) { return .error(stranger.sentence, "svc-supervisor doctor, as that user") }
        if let owner, owner != user {
            // Not a change of its owner: a suite may run there.
            return .error("\(home.path) belongs to user \(owner), and this is user \(user).", "be that user, or choose another --home")
        }
        // Under root the verticals are other users, which pass it.
        if let mode, mode & (user == 0 ? 0o066 : 0o077) != 0 {
            return .error(
                "Others may enter \(home.path) (mode \(String(mode & 0o777, radix: 8))).",
                "look at what is in it, then chmod 700 '\(home.path)'")
        }
        return .fine(
            user == 0 ? "\(home.path) is closed to others, who can only pass to what is theirs in it." : "\(home.path) is yours alone.")
    }

    /// What a supervisor that was killed has left behind.
    private var leftovers: [Finding] {
        guard HomeLock.stranger(home) == nil, !HomeLock.isTaken(home), FileManager.default.fileExists(atPath: home.run) else { return [] }
        return [.warning("A supervisor has ended here without clearing \(home.run).", "svc-supervisor up clears it")]
    }

    private var length: [Finding] {
        let paths: [String] = uses.flatMap { name, providers in
            [home.notifySocket(name), home.socket(from: "operator", to: name)] + providers.map { home.socket(from: name, to: $0) }
        }
        let longest: String = paths.max { $0.utf8.count < $1.utf8.count } ?? home.socket(from: "operator", to: "supervisor")
        guard longest.utf8.count > Self.longestSocket else { return [] }
        return [
            .error(
                "\(longest) has \(longest.utf8.count) bytes, and a socket's path \(Self.longestSocket) at most.",
                "choose a shorter --home, such as /run/user/\(user)/suite")
        ]
    }

    private var space: [Finding] {
        guard let free: Int = (try? FileManager.default.attributesOfFileSystem(forPath: home.path))?.number(.systemFreeSize),
            free < Self.leastFree
        else { return [] }
        return [
            .warning("\(free >> 20) MiB are left on the disk of \(home.path).", "make room: du -sh '\(home.logs)' '\(home.path)/state'")
        ]
    }
}
