import ColonnadeEventLoop
import Foundation
import Testing

@Suite(
    "Isolation of real processes", .serialized, .timeLimit(.minutes(3)),
    .enabled(if: FileRules.kernelVersion >= 6, "takes Landlock, with signals"))
struct IsolationTests {
    /// A program that tries every path it is given, and notes what it may do: list and make in folders, read and write files.
    private static let trying: String = """
        import os, time
        state = os.environ["STATE_DIRECTORY"]
        while not os.path.exists(state + "/paths"): time.sleep(0.02)
        def can(work, *words):
            try: work(*words)
            except OSError: return False
            return True
        def make(folder):
            open(folder + "/made", "x").close()
            os.unlink(folder + "/made")
        def touch(path, mode): open(path, mode).close()
        with open(state + "/part", "w") as file:
            for path in open(state + "/paths").read().split("\\n"):
                if path.startswith("pid "): rights = "s" if can(os.kill, int(path[4:]), 0) else ""
                elif os.path.isdir(path): rights = ("l" if can(os.listdir, path) else "") + ("m" if can(make, path) else "")
                else: rights = ("r" if can(touch, path, "rb") else "") + ("w" if can(touch, path, "ab") else "")
                print(path + "=" + rights, file=file)
        os.rename(state + "/part", state + "/tried")
        time.sleep(1000)
        """

    private func write(_ text: String, _ path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// What the program may do with each of `paths`.
    private func rights(_ suite: TriedSuite, _ paths: [String]) async throws -> [String: String] {
        let state: String = "\(suite.home)/state/a"
        try write(paths.joined(separator: "\n"), "\(state)/asked")
        try FileManager.default.moveItem(atPath: "\(state)/asked", toPath: "\(state)/paths")
        #expect(try await suite.eventually { FileManager.default.fileExists(atPath: "\(state)/tried") })
        let lines: [Substring] = try String(contentsOfFile: "\(state)/tried", encoding: .utf8).split(separator: "\n")
        return Dictionary(
            lines.map { line in
                let parts: [Substring] = line.split(separator: "=", omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts[1]))
            }, uniquingKeysWith: { $1 })
    }

    /// Every file and folder of the home; a socket can not be opened.
    private func everything(_ suite: TriedSuite) throws -> [String] {
        [suite.home]
            + (try FileManager.default.subpathsOfDirectory(atPath: suite.home).map { "\(suite.home)/\($0)" }.filter { path in
                try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeSocket
            })
    }

    @Test("of all the files of a home a child reaches its own, and of what lies beside it what it declares")
    func files() async throws {
        let suite: TriedSuite = try TriedSuite()
        try write(Self.trying, "\(suite.folder)/a.py")
        for place: String in ["read", "write", "secret"] { try write("text", "\(suite.folder)/\(place)/file") }
        let declared: String = "isolation: { read: [./read], write: [./write] }"
        let up: Program.Result = try await suite.up(
            """
              a: { \(declared), program: { command: [/usr/bin/python3, ./a.py] } }
              b: { executable: \(Program.folder)/svc-echo }
            """, isolation: "files")
        #expect(up.status == 0, "\(up.error)")
        // A report and a file of another vertical, to be looked for.
        try write("text", "\(suite.home)/crashes/report.json")
        try write("text", "\(suite.home)/state/b/deep/down/file")
        let home: [String] = try everything(suite)
        let other: Int32 = try #require(try await suite.status("b").pid)
        let beside: [String: String] = [
            "\(suite.folder)/a.py": "r", "\(suite.folder)/tried.yml": "", suite.folder: "",
            "\(suite.folder)/read": "l", "\(suite.folder)/read/file": "r",
            "\(suite.folder)/write": "lm", "\(suite.folder)/write/file": "rw",
            "\(suite.folder)/secret": "", "\(suite.folder)/secret/file": "",
            "/etc": "l", "/etc/passwd": "r", "/usr/bin/env": "r", "/dev/null": "rw", "/proc/self/status": "r", "/root": "", "/tmp": "",
            "/proc/\(other)/environ": "", "/proc/\(other)/root/etc": "", "/proc/\(try suite.supervisorPID())/environ": "",
            "pid \(other)": "", "pid \(try suite.supervisorPID())": "",
        ]
        let found: [String: String] = try await rights(suite, home + beside.keys)
        for (path, wanted) in beside { #expect(found[path] == wanted, "\(path)") }
        for path: String in home {
            let isFolder: Bool = FilePath.isDirectory(path)
            let place: Substring = path.dropFirst(suite.home.count + 1)
            let isOwn: Bool = ["state/a", "run/a", "logs/a"].contains { place == $0 || place.hasPrefix("\($0)/") }
            let isReadable: Bool = place == "config/a" || place.hasPrefix("config/a/")
            let wanted: String = isOwn ? (isFolder ? "lm" : "rw") : isReadable ? (isFolder ? "l" : "r") : ""
            #expect(found[path] == wanted, "\(place)")
        }
        #expect(home.contains("\(suite.home)/lock") && home.contains("\(suite.home)/config/b") && home.count > 20, "\(home)")
        let status: VerticalReport = try await suite.status("a")
        #expect(status.enforced.contains { $0.hasPrefix("files: its own folders") })
        await suite.end()
    }

    @Test("isolation that is switched off lets a child reach everything, and status says so with the reason")
    func off() async throws {
        let suite: TriedSuite = try TriedSuite()
        try write(Self.trying, "\(suite.folder)/a.py")
        #expect(
            try await suite.up(
                "  a: { isolation: { none: it is tried }, program: { command: [/usr/bin/python3, ./a.py] } }", isolation: "files",
                top: "users: same"
            )
            .status
                == 0)
        let found: [String: String] = try await rights(suite, [suite.home, "\(suite.home)/run/supervisor.pid"])
        #expect(found == [suite.home: "lm", "\(suite.home)/run/supervisor.pid": "rw"])
        let status: Program.Result = try await suite.supervisor.run(["status"])
        #expect(status.output.contains("not enforced for a: files: isolation is off (it is tried)"), "\(status.output)")
        await suite.end()
    }

    @Test("a path that is declared and not there is told with its line")
    func missing() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        let up: Program.Result = try await suite.up("  a:\n    executable: ./svc-a\n    isolation: { read: [./nowhere] }")
        #expect(up.status == 1 && up.error.contains("tried.yml:5: error: isolation of a: \(suite.folder)/nowhere is not there"), "\(up)")
        await suite.end()
    }

    @Test("why tells what the kernel keeps of the caller")
    func why() async throws {
        let suite: TriedSuite = try TriedSuite()
        let (ledger, reader): (String, String) = ("\(Program.folder)/ledger-v2", "\(Program.folder)/ledger-reader")
        #expect(
            try await suite.up("  ledger: { executable: \(ledger) }\n  reader: { executable: \(reader) }", isolation: "files").status == 0)
        let text: Program.Result = try await suite.supervisor.run(["why", "reader", "ledger"])
        #expect(text.output.contains("  enforced  files: its own folders"), "\(text.output)")
        await suite.end()
    }
}
