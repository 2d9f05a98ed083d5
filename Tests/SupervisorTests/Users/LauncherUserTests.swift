import SupervisorCore
import Testing

@Suite("Users in launcher files")
struct LauncherUserTests {
    private func parse(_ top: String, _ vertical: String = "") -> (LauncherFile, [String]) {
        let text: String = "launcher: x\n\(top)\nverticals:\n  a:\n    executable: svc-a\n    \(vertical)\n  b: { executable: svc-b }\n"
        let (file, issues): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(text)
        return (file, issues.map { $0.text(file: "x") })
    }

    @Test("without a word each has a user of its own from the standard range")
    func standard() {
        let (file, issues): (LauncherFile, [String]) = parse("")
        #expect(issues.isEmpty && file.users == .standard && file.verticals.allSatisfy { $0.user.choice == .allotted })
    }

    @Test("a range, an account and a group, and the supervisor's own")
    func choices() {
        var (file, issues): (LauncherFile, [String]) = parse("users: { from: 61184, count: 4096 }", "user: www-data\n    group: adm")
        #expect(issues.isEmpty && file.users == UserRange(from: 61_184, count: 4_096, line: 2))
        #expect(file.verticals[0].user.choice == .named("www-data") && file.verticals[0].user.group == "adm")
        #expect(file.verticals[0].user.line == 6 && file.verticals[0].user.groupLine == 7 && file.verticals[1].user.choice == .allotted)
        (file, issues) = parse("users: same", "user: root")
        #expect(issues.isEmpty && file.verticals[0].user.choice == .named("root") && file.verticals[1].user.choice == .same)
    }

    @Test(
        "what can not be is told with its line",
        arguments: [
            ("users: other", "", "x:2: error: users: expected same, or a range"),
            ("users: { from: 70000 }", "", "x:2: error: users needs 'from' and 'count'"),
            ("users: { from: 999, count: 1 }", "", "x:2: error: from in users: expected a whole number of at least 1000"),
            ("users: { from: 70000, count: 0 }", "", "x:2: error: count in users: expected a whole number of at least 1"),
            ("users: { from: 70000, count: 65537 }", "", "x:2: error: count in users: 65536 at most"),
            ("users: { from: 4294967293, count: 2 }", "", "x:2: error: users: the last number would lie above 4294967293"),
            ("users: { from: 9223372036854775807, count: 2 }", "", "x:2: error: users: the last number would lie above"),
            ("users: { from: 65000, count: 600 }", "", "x:2: error: users: 65534 (nobody)"),
            ("", "user: 1000", "x:6: error: user of a: expected the name of an account"),
            ("", "user: \"a:b\"", "x:6: error: user of a: expected the name of an account"),
            ("", "user: [root]", "x:6: error: user of a: expected a text"),
            ("", "group: adm", "x:6: error: group of a needs 'user'"),
        ])
    func faults(top: String, vertical: String, expected: String) {
        let (_, issues): (LauncherFile, [String]) = parse(top, vertical)
        #expect(issues.count == 1 && issues.first?.hasPrefix(expected) == true, "\(issues)")
    }
}
