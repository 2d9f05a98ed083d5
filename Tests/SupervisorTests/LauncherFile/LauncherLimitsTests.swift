import Testing

@testable import SupervisorCore

@Suite("Limits and surroundings in a launcher file")
struct LauncherLimitsTests {
    private func parse(_ lines: String) -> (file: LauncherFile, issues: [LauncherIssue]) {
        LauncherFileParser.parse("launcher: x\nverticals:\n\(lines)")
    }

    @Test("what a child may take is read for verticals and for programs", arguments: ["executable: svc-a", "program: { command: [a] }"])
    func limits(_ start: String) throws {
        let (file, issues): (LauncherFile, [LauncherIssue]) = parse(
            """
              a:
                \(start)
                limits: { memory: 256MB, files: 1024, processes: 64, nice: -5, cpu-weight: 100 }
                environment: { PGDATA: ./data, _x1: "" }
                directory: ../run
            """)
        #expect(issues == [])
        let vertical: LauncherVertical = try #require(file.verticals.first)
        let limits: ChildLimits = vertical.limits
        #expect(limits.memory == 256 << 20 && limits.files == 1024 && limits.processes == 64)
        #expect(limits.nice == -5 && limits.cpuWeight == 100)
        #expect(limits.lines[.memory] == 5 && limits.lines.count == 5)
        #expect(vertical.environment == ["PGDATA": "./data", "_x1": ""])
        #expect(vertical.directory == "../run" && vertical.directoryLine == 7)
    }

    @Test("nothing is limited where nothing is said")
    func nothing() {
        #expect(parse("  a: { executable: b }").file.verticals.first?.limits == ChildLimits())
    }

    @Test(
        "limits that are none are told with their line",
        arguments: [
            ("memory: 0", "memory in limits of a: expected 8MB or more, such as 256MB or 1GB, found '0'"),
            ("memory: 7MB", "memory in limits of a: expected 8MB or more, such as 256MB or 1GB, found '7MB'"),
            ("memory: lots", "memory in limits of a: expected 8MB or more, such as 256MB or 1GB, found 'lots'"),
            ("memory: 99999999999999GB", "memory in limits of a: expected 8MB or more, such as 256MB or 1GB, found '99999999999999GB'"),
            ("memory: [1GB]", "memory in limits of a: expected 8MB or more, such as 256MB or 1GB, found a list"),
            ("files: 3", "files in limits of a: expected a whole number from 16 to 1073741824, found '3'"),
            ("files: -1", "files in limits of a: expected a whole number from 16 to 1073741824, found '-1'"),
            ("files: 10KB", "files in limits of a: expected a whole number from 16 to 1073741824, found '10KB'"),
            ("processes: 0", "processes in limits of a: expected a whole number from 1 to 4194304, found '0'"),
            ("processes: unlimited", "processes in limits of a: expected a whole number from 1 to 4194304, found 'unlimited'"),
            ("nice: 20", "nice in limits of a: expected a whole number from -20 to 19, found '20'"),
            ("cpu-weight: 0", "cpu-weight in limits of a: expected a whole number from 1 to 10000, found '0'"),
            ("cpu: 1", "limits of a has no key 'cpu'; it may have memory, files, processes, nice, cpu-weight"),
        ])
    func mistakes(_ limit: String, _ wanted: String) {
        let (_, issues): (LauncherFile, [LauncherIssue]) = parse("  a:\n    executable: b\n    limits:\n      \(limit)")
        #expect(issues.map { $0.text(file: "l.yml") } == ["l.yml:6: error: \(wanted)"])
    }

    @Test("limits are a mapping")
    func kind() {
        #expect(
            parse("  a: { executable: b, limits: 256MB }").issues.map(\.message)
                == ["limits of a: expected a mapping (key: value), found '256MB'"])
    }

    @Test(
        "variables that are the supervisor's own, or none, are told with their line",
        arguments: [
            ("NOTIFY_SOCKET", "environment of a: 'NOTIFY_SOCKET' is set by the supervisor, and can not be another"),
            ("LISTEN_FDS", "environment of a: 'LISTEN_FDS' is set by the supervisor, and can not be another"),
            ("STATE_DIRECTORY", "environment of a: 'STATE_DIRECTORY' is set by the supervisor, and can not be another"),
            ("COLONNADE_SOCKETS", "environment of a: 'COLONNADE_SOCKETS' is set by the supervisor, and can not be another"),
            ("1A", "environment of a: '1A' is no variable's name: letters, digits and _, not beginning with a digit"),
            ("A=B", "environment of a: 'A=B' is no variable's name: letters, digits and _, not beginning with a digit"),
            ("\"\"", "environment of a: '' is no variable's name: letters, digits and _, not beginning with a digit"),
        ])
    func variables(_ name: String, _ wanted: String) {
        let (_, issues): (LauncherFile, [LauncherIssue]) = parse(
            "  a:\n    executable: b\n    environment:\n      GOOD: x\n      \(name): x")
        #expect(issues.map { $0.text(file: "l.yml") } == ["l.yml:7: error: \(wanted)"])
    }

    @Test("a value that the system would cut is refused", arguments: ["environment: { A: \"x\\0y\" }", "directory: \"/x\\0y\""])
    func zero(_ text: String) {
        let messages: [String] = parse("  a:\n    executable: b\n    \(text)").issues.map(\.message)
        #expect(messages.count == 1 && messages[0].hasSuffix("a text has no zero character"), "\(messages)")
    }

    @Test("numbers of bytes are written as they are read", arguments: ["1B", "512KB", "8MB", "1GB", "3GB", "1025B"])
    func bytes(_ text: String) throws {
        #expect(ByteCountText.format(try #require(ByteCountText.parse(text))) == text)
    }
}
