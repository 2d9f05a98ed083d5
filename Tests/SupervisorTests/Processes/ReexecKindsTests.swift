import Foundation
import SupervisorCore
import Testing

/// What else than one process of a vertical goes on under the supervisor's next program.
@Suite("The supervisor's next program, and kinds of children", .serialized, .timeLimit(.minutes(5)))
struct ReexecKindsTests {
    @Test("several processes of one vertical, each with its number; no call fails, and no number is given twice")
    func instances() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, instances: 2 }").status == 0)
        let before: [VerticalReport] = [try await suite.status("echo@1"), try await suite.status("echo@2")]
        let calls: EchoCalls = EchoCalls(home: suite.home)
        async let load: Void = calls.run()
        #expect(try await suite.supervisor.run(["reexec"]).status == 0)
        let count: Int = calls.count
        #expect(try await suite.eventually { calls.count > count + 100 })
        calls.stop()
        await load
        #expect(calls.failures == [])
        for old: VerticalReport in before {
            let now: VerticalReport = try await suite.status(old.name)
            #expect(now.pid == old.pid && now.generation == old.generation && now.state == "ready")
        }
        kill(try #require(before[1].pid), SIGKILL)
        let isBack: Bool = try await suite.eventually {
            let now: VerticalReport = try await suite.status("echo@2")
            return now.state == "ready" && now.generation == 3 && now.restarts == 1
        }
        #expect(isBack)
        #expect(try await suite.status("echo@1").pid == before[0].pid)
        #expect(try await suite.supervisor.run(["down"]).status == 0 && suite.leftovers == [])
        await suite.end()
    }

    @Test("a program that is no vertical, one whose readiness is still asked for, and one that the first connection starts")
    func programs() async throws {
        let suite: TriedSuite = try TriedSuite()
        let (gate, run): (String, String) = ("\(suite.folder)/gate", "exec sleep 1000")
        try suite.script("lazy")
        try Data().write(to: URL(filePath: gate))
        let up: Program.Result = try await suite.up(
            """
              db: { program: { command: [/bin/sh, -c, "\(run)"], ready: started, stop: SIGINT } }
              slow: { program: { command: [/bin/sh, -c, "\(run)"], ready: exec test -e \(gate) } }
              lazy: { executable: ./svc-lazy, start: on-demand }
            """)
        #expect(up.status == 0, "\(up.error)")
        let before: VerticalReport = try await suite.status("db")
        try FileManager.default.removeItem(atPath: gate)
        async let restarted: Program.Result = suite.supervisor.run(["restart", "slow"])
        #expect(try await suite.eventually { try await suite.status("slow").generation == 2 })
        #expect(try await suite.supervisor.run(["reexec"]).status == 0)
        #expect(try await suite.status("db").pid == before.pid)
        #expect(try await suite.status("slow").state == "starting")
        #expect(try await suite.status("lazy").state == "stopped")
        try Data().write(to: URL(filePath: gate))
        #expect(try await suite.eventually { try await suite.status("slow").state == "ready" })
        let call: String = "import socket; socket.socket(socket.AF_UNIX).connect('\(suite.home)/run/operator/lazy.sock')"
        #expect(try await Program.python.run(["-c", call]).status == 0)
        #expect(try await suite.isReady("lazy", generation: 1))
        _ = try await restarted
        await suite.end()
    }

    @Test(
        "a process stays in its control group, and the next one has one with the same limits",
        .enabled("this machine has control groups for this user") { hasControlGroups })
    func controlGroups() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, limits: { processes: 64, cpu-weight: 50 } }").status == 0)
        let before: VerticalReport = try await suite.status("a")
        let old: String = try group(of: try #require(before.pid))
        #expect(old.hasSuffix(".a.1") && (try? limits(of: old)) == ["64", "50"], "\(old)")
        #expect(try await suite.supervisor.run(["reexec"]).status == 0)
        let after: VerticalReport = try await suite.status("a")
        #expect(after.pid == before.pid && after.enforced == before.enforced && after.notEnforced == before.notEnforced)
        #expect(try group(of: try #require(after.pid)) == old)
        kill(try #require(after.pid), SIGKILL)
        #expect(try await suite.isReady("a", generation: 2))
        let new: String = try group(of: try #require(try await suite.status("a").pid))
        #expect(new.hasSuffix(".a.2") && (try? limits(of: new)) == ["64", "50"], "\(new)")
        #expect(try await suite.eventually { (try? limits(of: old)) == nil })
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect((try? limits(of: new)) == nil)
        await suite.end()
    }

    /// The folder of a process's control group.
    private func group(of pid: Int32) throws -> String { try #require(Self.group(of: "\(pid)")) }

    private static func group(of process: String) -> String? {
        func text(_ file: String) -> String {
            String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data(), as: UTF8.self)
        }
        return ControlGroupPlace.folder(mounts: text("mountinfo"), membership: text("cgroup"))
    }

    private func limits(of group: String) throws -> [String] {
        try ["pids.max", "cpu.weight"].map {
            try String(contentsOfFile: "\(group)/\($0)", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Whether a supervisor that the tests start can have groups with these limits.
    private static var hasControlGroups: Bool {
        guard let folder: String = group(of: "self"),
            let offered: String = try? String(contentsOfFile: "\(folder)/cgroup.controllers", encoding: .utf8),
            Set(offered.split(whereSeparator: \.isWhitespace)).isSuperset(of: ["cpu", "pids"])
        else { return false }
        // Root's groups belong to who manages them, but for the topmost.
        let membership: String = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        if geteuid() == 0 { return membership.split(separator: "\n").contains("0::/") }
        return FileManager.default.isWritableFile(atPath: "\(folder)/cgroup.subtree_control")
    }
}
