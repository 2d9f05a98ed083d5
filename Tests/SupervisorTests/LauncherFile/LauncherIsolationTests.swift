import Testing

@testable import SupervisorCore

@Suite("Isolation in a launcher file")
struct LauncherIsolationTests {
    private func parse(_ lines: String) -> (file: LauncherFile, issues: [LauncherIssue]) {
        LauncherFileParser.parse("launcher: x\nverticals:\n\(lines)")
    }

    private func isolation(_ text: String) -> ChildIsolation? {
        parse("  a:\n    executable: b\n    isolation: \(text)").file.verticals.first?.isolation
    }

    @Test("files are kept apart unless the file says otherwise")
    func standard() {
        #expect(parse("  a: { executable: b }").file.verticals.first?.isolation == .standard)
        #expect(isolation("files") == .standard)
        #expect(isolation("{ none: it reads what people name }") == ChildIsolation.none(reason: "it reads what people name"))
        var files: DeclaredFiles = DeclaredFiles()
        files.read = [DeclaredFiles.Place(path: "/srv/x", line: 5), DeclaredFiles.Place(path: "./y", line: 5)]
        files.write = [DeclaredFiles.Place(path: "../z", line: 5)]
        #expect(isolation("{ read: [/srv/x, ./y], write: [../z] }") == .files(files))
    }

    @Test("what stands at the top holds for those that say nothing of it")
    func launcher() {
        let (file, issues): (LauncherFile, [LauncherIssue]) = parse(
            "  a: { executable: x }\n  b: { executable: x, isolation: files }\nisolation: { none: tried out }")
        #expect(issues == [])
        #expect(file.verticals.map(\.isolation) == [ChildIsolation.none(reason: "tried out"), .standard])
    }

    @Test(
        "mistakes are told with their line",
        arguments: [
            ("none", "isolation of a: 'none' needs its reason, { none: WHY }"),
            ("users", "isolation of a: expected files, { read: [PATH, …], write: [PATH, …] } or { none: REASON }, found 'users'"),
            ("[files]", "isolation of a: expected a mapping (key: value), found a list"),
            ("{ read: /x }", "read in isolation of a: expected a list ([a, b]), found '/x'"),
            ("{ write: [{ a: b }] }", "a path of write in isolation of a: expected a text, found a mapping"),
            ("{ run: [/x] }", "isolation of a has no key 'run'; it may have read, write, none"),
            ("{ none: x, read: [/x] }", "isolation of a: with 'none' everything can be reached; leave the rest out"),
            ("{ none: }", "the reason in isolation of a: expected a text, found nothing"),
        ])
    func mistakes(_ text: String, _ wanted: String) {
        let (_, issues): (LauncherFile, [LauncherIssue]) = parse("  a:\n    executable: b\n    isolation: \(text)")
        #expect(issues.map { $0.text(file: "l.yml") } == ["l.yml:5: error: \(wanted)"])
    }

    private func enforcement(
        _ vertical: LauncherVertical, landlock: Int, groups: ControlGroupSupport = .missing("it takes control groups"), hides: Bool = true
    ) -> Enforcement {
        Enforcement(of: vertical, landlock: landlock, groups: groups, hidesSockets: hides)
    }

    /// What each sentence is about.
    private func subjects(_ sentences: [String]) -> [String] { sentences.map { String($0.prefix { $0 != ":" }) } }

    @Test("what is enforced follows from the file and the kernel")
    func enforcement() {
        var vertical: LauncherVertical = LauncherVertical(name: "a", line: 1)
        #expect(subjects(enforcement(vertical, landlock: 0).notKept) == ["files", "sockets"])
        #expect(enforcement(vertical, landlock: 2).notKept.map { $0.prefix(19) } == ["files: it can trunc"])
        #expect(enforcement(vertical, landlock: 6).notKept == [])
        #expect(subjects(enforcement(vertical, landlock: 6).kept) == ["files", "signals", "sockets", "privileges"])
        #expect(subjects(enforcement(vertical, landlock: 6, hides: false).notKept) == ["sockets"])
        vertical.isolation = .none(reason: "it is tried")
        #expect(enforcement(vertical, landlock: 6).notKept.map { $0.prefix(37) } == ["files: isolation is off (it is tried)"])
        #expect(subjects(enforcement(vertical, landlock: 6).kept) == ["privileges"])
    }

    @Test("a user of its own keeps a vertical from the sockets of the others, unless it is theirs too")
    func users() {
        let vertical: LauncherVertical = LauncherVertical(name: "a", line: 1)
        func of(_ identity: ChildIdentity, _ sharing: [String] = []) -> Enforcement {
            Enforcement(
                of: vertical, landlock: 0, groups: .missing("x"), hidesSockets: false, identity: identity, sharing: sharing)
        }
        let own: Enforcement = of(.own(user: 70_000, group: 70_000, name: nil))
        #expect(subjects(own.kept) == ["user", "sockets", "privileges"] && subjects(own.notKept) == ["files"])
        #expect(subjects(of(.own(user: 33, group: 33, name: "www-data"), ["b"]).notKept) == ["user", "files", "sockets"])
        #expect(subjects(of(.root).notKept) == ["user", "files", "sockets"])
        #expect(of(.supervisors("/root is closed")).notKept.contains { $0.hasPrefix("user: root") && $0.hasSuffix("/root is closed") })
    }

    @Test("what is enforced of limits follows from the control groups")
    func groups() {
        var vertical: LauncherVertical = LauncherVertical(name: "a", line: 1)
        vertical.limits.memory = 256 << 20
        vertical.limits.processes = 3
        let missing: Enforcement = enforcement(vertical, landlock: 6)
        #expect(missing.kept.contains { $0.hasPrefix("memory 256MB:") })
        #expect(missing.notKept == ["processes 3: it takes control groups"])
        let grouped: Enforcement = enforcement(vertical, landlock: 6, groups: .delegated([.memory, .pids]))
        #expect(grouped.kept.contains("processes 3 (control group)") && grouped.notKept == [])
        #expect(grouped.kept.count { $0.hasPrefix("memory 256MB") } == 2)
    }
}
