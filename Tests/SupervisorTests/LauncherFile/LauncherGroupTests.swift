import SupervisorCore
import Testing

@Suite("Groups of a launcher file")
struct LauncherGroupTests {
    private static func parse(_ groups: String) -> (groups: [LauncherGroup], issues: [String]) {
        let verticals: String = "abcd".map { "  \($0): { executable: svc-\($0) }\n" }.joined()
        let (file, issues): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(
            "launcher: l\nverticals:\n\(verticals)  e: { executable: svc-e, intensity: { restarts: 3 } }\ngroups:\n\(groups)\n")
        return (file.groups, issues.map { "\($0.line): \($0.message)" })
    }

    @Test("a group may stand among another's members; each is before those in it")
    func nested() {
        let (groups, issues): ([LauncherGroup], [String]) = Self.parse(
            """
              - name: all
                strategy: rest-for-one
                intensity: { restarts: 0, within: 1m }
                failed: down
                members:
                  - a
                  - { name: data, strategy: one-for-all, members: [b, c], intensity: { within: 10s }, failed: stay }
                  - d
              - { name: alone, members: [e] }
            """)
        #expect(issues == [])
        #expect(
            groups == [
                LauncherGroup(
                    name: "all", strategy: .restForOne, members: ["a", "data", "d"], intensity: .init(restarts: 0, window: .seconds(60)),
                    failed: .down),
                LauncherGroup(
                    name: "data", strategy: .oneForAll, members: ["b", "c"], intensity: .init(restarts: 1, window: .seconds(10)),
                    failed: .stay),
                LauncherGroup(name: "alone", strategy: .oneForOne, members: ["e"]),
            ])
        #expect(groups.map(\.line) == [9, 15, 17])
    }

    @Test(
        "one mistake, one message with its line",
        arguments: [
            ("  - { name: g, members: [a, b] }\n  - { name: h, members: [c, b] }", "10: group h: b is in group g already"),
            ("  - { name: g, members: [a, b, a] }", "9: group g: a stands here twice"),
            ("  - name: g\n    members:\n      - a\n      - z", "12: group g: this launcher has no vertical 'z'"),
            (
                "  - { name: g, members: [a] }\n  - { name: h, intensity: {}, members: [b, g] }",
                "10: group h: this launcher has no vertical 'g'; a group in another stands among its members, with its own"
            ),
            (
                "  - { name: g, intensity: {}, members: [a, g] }",
                "9: group g: this launcher has no vertical 'g'; a group in another stands among its members, with its own"
            ),
            ("  - { name: g, members: [a] }\n  - { name: g, members: [b] }", "10: group g: another group has this name"),
            ("  - { name: a, members: [b] }", "9: group a: a vertical has this name; name the group otherwise"),
            ("  - { name: G g, members: [b] }", "9: 'G g' is no group's name: small letters, digits and dashes, beginning with a letter"),
            ("  - { name: g, members: [] }", "9: group g has no members"),
            ("  - { name: g, members: a }", "9: members of group g: expected a list ([a, b]), found 'a'"),
            ("  - { members: [a] }", "9: a group needs 'name'"),
            (
                "  - { name: g, members: [a], size: 3 }",
                "9: a group has no key 'size'; it may have name, strategy, members, intensity, failed"
            ),
            (
                "  - { name: g, members: [a], strategy: all }",
                "9: strategy of group g: expected one of one-for-one, one-for-all, rest-for-one, found 'all'"
            ),
            (
                "  - { name: g, members: [a], intensity: { restarts: -1 } }",
                "9: restarts in intensity of group g: expected a whole number of at least 0, found '-1'"
            ),
            (
                "  - { name: g, members: [a], intensity: { restarts: 1001 } }",
                "9: restarts in intensity of group g: at most 1000 are counted"
            ),
            (
                "  - { name: g, members: [a], intensity: { within: 0s } }",
                "9: within in intensity of group g: expected a duration above zero such as 250ms, 1.5s or 2m, found '0s'"
            ),
            ("  - { name: g, members: [a], failed: stay }", "9: failed of group g needs 'intensity': it never fails without"),
            (
                "  - { name: g, members: [a], intensity: {}, failed: maybe }",
                "9: failed of group g: expected one of retry, stay, down, found 'maybe'"
            ),
            (
                "  - name: g\n    members: [a, { name: h, intensity: {}, members: [b] }]",
                "9: group g needs 'intensity': how often it begins group h anew"
            ),
            (
                "  - name: g\n    intensity: {}\n    members: [a, { name: h, members: [b] }]",
                "11: group h needs 'intensity': it is in a group, and without it never fails"
            ),
            ("  - { name: g, intensity: {}, members: [a, e] }", "7: intensity of e: group g counts its restarts; leave one of the two out"),
        ])
    func mistakes(text: String, message: String) {
        #expect(Self.parse(text).issues == [message])
    }

    @Test("depth and number are bounded, also where an alias multiplies groups")
    func bounds() {
        func nested(_ depth: Int) -> String {
            (1...depth).map { "{ name: g\($0), intensity: {}, members: [" }.joined() + "a" + String(repeating: "] }", count: depth)
        }
        #expect(Self.parse("  - \(nested(8))").issues == [])
        #expect(Self.parse("  - \(nested(9))").issues.first == "9: group g8: groups stand in each other at most 8 deep")
        #expect(Self.parse("  - \(nested(3_000))").issues.count == 1)
        let many: String = (0..<70).map { "  - { name: g\($0), members: [a] }" }.joined(separator: "\n")
        #expect(Self.parse(many).issues.filter { $0.contains("a launcher has at most 64") } == ["73: groups: a launcher has at most 64"])
        let bomb: String =
            "  - &a { name: g, intensity: {}, members: [a] }\n"
            + (1...6).map {
                "  - &a\($0) { name: g\($0), intensity: {}, members: [\(Array(repeating: $0 == 1 ? "*a" : "*a\($0 - 1)", count: 9).joined(separator: ", "))] }"
            }
            .joined(separator: "\n")
        let issues: [String] = Self.parse(bomb).issues
        #expect(!issues.isEmpty && issues.count < 1_000)
    }
}
