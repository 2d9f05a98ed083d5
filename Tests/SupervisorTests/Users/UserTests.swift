import Foundation
import Testing

/// Where the tests write.
private enum TemporaryFolder {
    /// Whether other users may pass it on the way to their files; where they may not, verticals run as root.
    static let isPassed: Bool = {
        var folder: URL = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        while folder.path != "/" {
            let mode: Int = (try? FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int) ?? 0
            guard mode & 0o001 != 0 else { return false }
            folder.deleteLastPathComponent()
        }
        return true
    }()
}

/// Each vertical has a user of its own, and the kernel keeps the others from what is its.
@Suite(
    "Users of verticals", .serialized, .timeLimit(.minutes(3)),
    .enabled(if: getuid() == 0 && TemporaryFolder.isPassed, "takes root, and a temporary folder that others may pass"))
struct UserTests {
    /// Tries, as whoever runs it, every path that is given: what may be connected, listed, read, and changed.
    private static let trying: String = """
        import os, socket, stat, sys
        def can(work, *words):
            try: work(*words)
            except OSError: return False
            return True
        def make(folder):
            open(folder + "/made", "x").close()
            os.unlink(folder + "/made")
        def send(path): socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"STATUS=x", path)
        for path in sys.stdin.read().split("\\n"):
            kind, path = path.split(" ", 1)
            if kind == "socket": rights = "c" if can(socket.socket(socket.AF_UNIX).connect, path) else ""
            elif kind == "datagrams": rights = "c" if can(send, path) else ""
            elif kind == "folder": rights = ("l" if can(os.listdir, path) else "") + ("m" if can(make, path) else "")
            else: rights = ("r" if can(lambda: open(path, "rb").close()) else "") + ("w" if can(lambda: open(path, "ab").close()) else "")
            print(path + "=" + rights)
        """
    private static let uses: [String: [String]] = ["a": ["B", "C"], "b": ["C"], "c": [], "d": ["A"]]

    private func make() throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        for (name, interfaces): (String, [String]) in Self.uses { try suite.script(name, uses: interfaces) }
        return suite
    }

    private var lines: String { Self.uses.keys.sorted().map { "  \($0): { executable: ./svc-\($0) }" }.joined(separator: "\n") }

    private func ids(_ pid: Int32) throws -> (users: Set<UInt32>, groups: Set<UInt32>, others: String) {
        let text: String = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        func line(_ name: String) -> String { text.split(separator: "\n").first { $0.hasPrefix(name) }.map(String.init) ?? "" }
        func numbers(_ name: String) -> Set<UInt32> {
            Set(line(name).split(whereSeparator: \.isWhitespace).dropFirst().compactMap { UInt32($0) })
        }
        return (numbers("Uid:"), numbers("Gid:"), line("Groups:"))
    }

    private func identity(_ suite: TriedSuite, _ name: String) async throws -> UInt32 {
        let (users, groups, others): (Set<UInt32>, Set<UInt32>, String) = try ids(try #require(try await suite.status(name).pid))
        let user: UInt32 = try #require(users.first)
        #expect(users == [user] && groups == [user] && others.split(whereSeparator: \.isWhitespace).dropFirst() == ["\(user)"], "\(others)")
        return user
    }

    /// Everything in the home, with its kind.
    private func everything(_ suite: TriedSuite) throws -> [(kind: String, path: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: suite.home).sorted().map { path in
            let type: Any? = try FileManager.default.attributesOfItem(atPath: "\(suite.home)/\(path)")[.type]
            let kind: String
            switch type as? FileAttributeType {
            case .typeDirectory?: kind = "folder"
            case .typeSocket?: kind = path.hasSuffix("/notify") ? "datagrams" : "socket"
            default: kind = "file"
            }
            return (kind, path)
        }
    }

    /// What a process with these numbers, and nothing else that narrows it, may do with each.
    private func rights(_ suite: TriedSuite, _ user: UInt32, _ all: [(kind: String, path: String)]) async throws -> [String: String] {
        let tool: Program = Program(name: "/usr/bin/setpriv", environment: [:])
        let result: Program.Result = try await tool.run(
            ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/usr/bin/python3", "-c", Self.trying],
            input: all.map { "\($0.kind) \(suite.home)/\($0.path)" }.joined(separator: "\n"))
        try #require(result.status == 0, "\(result.error)")
        return Dictionary(
            result.lines.map { line in
                let parts: [Substring] = line.split(separator: "=", omittingEmptySubsequences: false)
                return (String(parts[0].dropFirst(suite.home.count + 1)), String(parts[1]))
            }, uniquingKeysWith: { $1 })
    }

    @Test("of every socket and every file of a home each vertical's user reaches what is declared, whatever else keeps it")
    func everyPair() async throws {
        let suite: TriedSuite = try make()
        let up: Program.Result = try await suite.up(lines)
        #expect(up.status == 0, "\(up.error)")
        // Its own mode keeps nobody from it.
        let open: String = "\(suite.home)/state/b/open"
        try Data("text".utf8).write(to: URL(filePath: open))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: open)
        var users: [String: UInt32] = [:]
        for name: String in Self.uses.keys { users[name] = try await identity(suite, name) }
        #expect(Set(users.values).count == 4 && !users.values.contains(0))
        let all: [(kind: String, path: String)] = try everything(suite)
        #expect(all.count { $0.kind == "socket" } == 13 && all.count { $0.kind == "datagrams" } == 4)
        for (name, user): (String, UInt32) in users {
            let found: [String: String] = try await rights(suite, user, all)
            for (kind, path): (String, String) in all {
                let isOwn: Bool = ["state/\(name)", "run/\(name)", "logs/\(name)"].contains { path == $0 || path.hasPrefix("\($0)/") }
                let isRead: Bool = path == "config/\(name)" || path.hasPrefix("config/\(name)/")
                let wanted: String
                switch kind {
                case "socket", "datagrams": wanted = isOwn ? "c" : ""
                case "folder": wanted = isOwn ? "lm" : isRead ? "l" : ""
                default: wanted = isOwn ? "rw" : isRead ? "r" : ""
                }
                #expect(found[path] == wanted, "\(name), user \(user): \(path)")
            }
        }
        let status: VerticalReport = try await suite.status("a")
        #expect(status.enforced.contains { $0.hasPrefix("user: \(users["a"] ?? 0), its own") }, "\(status)")
        await suite.end()
    }

    @Test("a vertical keeps its user over restarts of itself and of the suite, and its files over a change of the range")
    func stable() async throws {
        let suite: TriedSuite = try make()
        #expect(try await suite.up(lines).status == 0)
        let first: UInt32 = try await identity(suite, "a")
        try Data("kept".utf8).write(to: URL(filePath: "\(suite.home)/state/a/file"))
        try FileManager.default.setAttributes([.ownerAccountID: Int(first)], ofItemAtPath: "\(suite.home)/state/a/file")
        // What somebody else has put there stays theirs, and a link is not followed.
        try Data("root's".utf8).write(to: URL(filePath: "\(suite.folder)/outside"))
        try FileManager.default.setAttributes([.ownerAccountID: Int(first)], ofItemAtPath: "\(suite.folder)/outside")
        try FileManager.default.createSymbolicLink(atPath: "\(suite.home)/state/a/link", withDestinationPath: "\(suite.folder)/outside")
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        #expect(try await identity(suite, "a") == first)
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(try await suite.up(lines).status == 0)
        #expect(try await identity(suite, "a") == first)
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        let moved: Program.Result = try await suite.up(lines, top: "users: { from: 90000, count: 10 }")
        #expect(moved.status == 0, "\(moved.error)")
        let second: UInt32 = try await identity(suite, "a")
        #expect((90_000..<90_010).contains(second))
        func owner(_ path: String) throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int }
        #expect(try owner("\(suite.home)/state/a/file") == Int(second))
        #expect(try owner("\(suite.folder)/outside") == Int(first))
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(try await suite.up(lines, top: "users: same").status == 0)
        #expect(try owner("\(suite.home)/state/a/file") == 0)
        let status: VerticalReport = try await suite.status("a")
        #expect(status.notEnforced.contains { $0.hasPrefix("user: root, the supervisor's") && $0.contains("'same'") }, "\(status)")
        #expect(try suite.mode("") == 0o700)
        await suite.end()
    }

    @Test("an account of the system is taken, with its group; one that is not there is told with its line before anything starts")
    func named() async throws {
        let suite: TriedSuite = try make()
        let unknown: Program.Result = try await suite.up("  c:\n    executable: ./svc-c\n    user: no-such-account")
        #expect(unknown.status == 1 && unknown.error.contains("tried.yml:5: error: user of c: this system has no account"), "\(unknown)")
        #expect(suite.noted.isEmpty)
        let group: Program.Result = try await suite.up("  c:\n    executable: ./svc-c\n    user: daemon\n    group: no-such-group")
        #expect(group.status == 1 && group.error.contains("tried.yml:6: error: group of c: this system has no group"), "\(group)")
        let up: Program.Result = try await suite.up(
            "  c: { executable: ./svc-c, user: daemon, group: games }\n  b: { executable: ./svc-b, user: root }")
        #expect(up.status == 0, "\(up.error)")
        let (users, groups, _): (Set<UInt32>, Set<UInt32>, String) = try ids(try #require(try await suite.status("c").pid))
        #expect(users == [1] && groups == [60])
        let root: VerticalReport = try await suite.status("b")
        #expect(root.notEnforced.contains("user: root, as the launcher file says"), "\(root)")
        await suite.end()
    }

    @Test("one whose own user could not reach the program has the supervisor's, and status says why; asked for, it is an error")
    func unreachable() async throws {
        let suite: TriedSuite = try make()
        try FileManager.default.createDirectory(atPath: "\(suite.folder)/closed", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: "\(suite.folder)/svc-c", toPath: "\(suite.folder)/closed/svc-c")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(suite.folder)/closed")
        let lines: String = "  c:\n    executable: ./closed/svc-c"
        let up: Program.Result = try await suite.up(lines)
        #expect(up.status == 0, "\(up.error)")
        let status: VerticalReport = try await suite.status("c")
        let reason: String = "\(suite.folder)/closed has mode 700"
        #expect(status.notEnforced.contains { $0.hasPrefix("user: root") && $0.contains(reason) }, "\(status)")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        for (top, more, line): (String, String, Int) in [("users: { from: 90000, count: 10 }", "", 4), ("", "\n    user: daemon", 5)] {
            let refused: Program.Result = try await suite.up(lines + more, top: top)
            #expect(refused.status == 1 && refused.error.contains("tried.yml:\(line): error: "), "\(refused)")
            #expect(refused.error.contains("\(suite.folder)/closed has mode 700"), "\(refused)")
        }
        await suite.end()
    }
}
