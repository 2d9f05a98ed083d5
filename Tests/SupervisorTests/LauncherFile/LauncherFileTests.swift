import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore
import Testing

@Suite("Launcher file")
struct LauncherFileTests {
    private static let maps: ContractDescriptor = ContractDescriptor(
        name: "Maps", fingerprint: "",
        boards: [
            BoardDescriptor(name: "warmUp", number: 1, input: "Void", output: "Void"),
            BoardDescriptor(name: "place", number: 2, input: "String", output: "String"),
        ])
    private static let configuration: ContractDescriptor = ContractDescriptor(
        name: "MapsConfiguration", fingerprint: "",
        types: [
            TypeDescriptor(
                name: "MapsConfiguration",
                fields: [
                    FieldDescriptor(name: "places", number: 1, type: "String"), FieldDescriptor(name: "limit", number: 2, type: "Int?"),
                ])
        ])

    /// Every error of a text, as a person sees it, where all programs are there.
    private func errors(_ text: String) -> [String] {
        let (file, issues): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(text)
        let described: [String: SuitePlan.Vertical] = Dictionary(
            uniqueKeysWithValues: file.verticals.map { ($0.name, vertical($0)) })
        let planned: [LauncherIssue] = SuitePlanner.plan(file, described: described).issues
        return (issues + planned).sorted().map { $0.text(file: "l.yml") }
    }

    /// `svc-maps` offers Maps and takes a configuration; `svc-a-b` offers A and uses B.
    private func vertical(_ launcher: LauncherVertical) -> SuitePlan.Vertical {
        let words: [String] = launcher.executable.split(separator: "-").dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let isMaps: Bool = words == ["Maps"]
        let offers: [ContractDescriptor] = isMaps ? [Self.maps] : words.prefix(1).map { ContractDescriptor(name: $0, fingerprint: "") }
        return SuitePlan.Vertical(
            launcher: launcher, executable: "/bin/\(launcher.executable)",
            description: VerticalDescription(
                name: launcher.name, version: "1", interfaces: offers, uses: Array(words.dropFirst()),
                configuration: isMaps ? Self.configuration : nil))
    }

    @Test("a file without mistakes is read whole")
    func whole() throws {
        let (file, issues): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(
            """
            launcher: clinic
            verticals:
              maps:
                executable: svc-maps
                arguments: [--fast]
                environment: { LANG: C }
                restart: transient
                start-timeout: 5s
                stop-grace: 1.5s
                watchdog: 3s
                intensity: { restarts: 3, within: 1m }
                backoff: { initial: 100ms, maximum: 2s }
                retry: { initial: 2m, maximum: 10m }
                logs: { size: 64KB, keep: 2 }
                config: { places: "no", limit: 3, near: [1.5, true, ~, no] }
              records: { executable: ./bin/svc-records, start: on-demand, idle-exit: 60s }
              front: { executable: ./bin/svc-front, failed: stay, watchdog: off }
            launch: [maps.warmUp, { board: maps.place, input: a }]
            groups:
              - { name: ends, strategy: rest-for-one, members: [maps, records] }
            """)
        #expect(issues == [])
        let maps: LauncherVertical = try #require(file.verticals.first)
        #expect(maps.arguments == ["--fast"] && maps.environment == ["LANG": "C"])
        #expect(maps.policy.restart == .transient && maps.policy.startTimeout == .seconds(5))
        #expect(maps.policy.stopGrace == .milliseconds(1_500) && maps.policy.watchdog == .seconds(3))
        #expect(maps.policy.maximumRestarts == 3 && maps.policy.window == .seconds(60))
        #expect(maps.policy.initialBackoff == .milliseconds(100) && maps.policy.maximumBackoff == .seconds(2))
        #expect(maps.policy.failed == .retry && maps.policy.initialRetry == .seconds(120) && maps.policy.maximumRetry == .seconds(600))
        #expect(file.verticals[2].policy.failed == .stay && file.verticals[2].policy.watchdog == nil)
        #expect(maps.logs.size == 64 << 10 && maps.logs.keep == 2)
        #expect(maps.configuration?.text == #"{"limit":3,"near":[1.5,true,null,"no"],"places":"no"}"#)
        #expect(file.verticals[1].start == .onDemand && file.verticals[1].idleExit == .seconds(60) && file.verticals[1].policy.goesWhenIdle)
        #expect(file.launch.map(\.board) == ["warmUp", "place"] && file.launch[1].input == .string("a"))
        #expect(file.groups == [LauncherGroup(name: "ends", strategy: .restForOne, members: ["maps", "records"])])
    }

    @Test("five mistakes are five messages, each with its line")
    func fiveMistakes() {
        #expect(
            errors(
                """
                launcher: clinic
                colour: blue
                verticals:
                  maps:
                    executable: svc-maps
                    restart: sometimes
                    config: { places: 3, limits: 1 }
                  records:
                    start-timeout: soon
                """) == [
                    "l.yml:2: error: a launcher file has no key 'colour'; it may have launcher, users, isolation, trace, verticals, launch, groups",
                    "l.yml:6: error: restart of maps: expected one of permanent, transient, temporary, found 'sometimes'",
                    "l.yml:7: error: config of maps, limits: MapsConfiguration has no field of this name; it has places, limit",
                    "l.yml:7: error: config of maps, places: expected a string, found a whole number",
                    "l.yml:8: error: vertical records needs 'executable', such as svc-records, or 'program' where it is another program",
                    "l.yml:9: error: start-timeout of records: expected a duration above zero such as 250ms, 1.5s or 2m, found 'soon'",
                ])
    }

    @Test(
        "one mistake, one message",
        arguments: [
            ("  a: { executable: svc-a-b }", 3, "a uses B, and no vertical of this launcher offers it"),
            (
                "  a: { executable: svc-a-b }\n  b: { executable: svc-b-c }\n  c: { executable: svc-c-a }", 3,
                "these use or need each other in a circle, so none can start first: a → b → c → a"
            ),
            ("  a: { executable: svc-a-a }", 3, "these use or need each other in a circle, so none can start first: a → a"),
            ("  a: { executable: svc-a }\n  b: { executable: svc-a }", 4, "b offers A, and so does a; a launcher has one of them"),
            ("  a: { executable: svc-a, config: { x: 1 } }", 3, "a takes no configuration"),
            ("  maps: { executable: svc-maps }", 3, "config of maps, places: missing; MapsConfiguration requires it (String)"),
            (
                "  maps:\n    executable: svc-maps\n    config:\n      places: x\n      limit: many", 7,
                "config of maps, limit: expected a whole number from -9223372036854775808 to 9223372036854775807, found a string"
            ),
            ("  a: { executable: svc-a, start: now }", 3, "start of a: expected one of at-launch, on-demand, found 'now'"),
            ("  a: { executable: svc-a, idle-exit: 5s }", 3, "idle-exit of a needs 'start: on-demand': nobody would start it again"),
            ("  a: { executable: svc-a, failed: wait }", 3, "failed of a: expected one of retry, stay, found 'wait'"),
            (
                "  a: { executable: svc-a, failed: stay, retry: { initial: 1s } }", 3,
                "retry of a needs 'failed: retry': one that stays is not tried again"
            ),
            ("  a: { executable: svc-a, retry: { initial: 2m, maximum: 1m } }", 3, "retry of a: 'maximum' lies below 'initial'"),
            ("  a: { executable: [svc-a] }", 3, "executable of a: expected a text, found a list"),
            ("  a: svc-a", 3, "vertical a: expected a mapping (key: value), found 'svc-a'"),
            ("  A b: { executable: svc-a }", 3, "'A b' is no vertical's name: small letters, digits and dashes, beginning with a letter"),
            ("  operator: { executable: svc-a }", 3, "'operator' is taken by the platform; name the vertical otherwise"),
            ("  a: { executable: svc-a, logs: { size: big } }", 3, "size in logs of a: expected 1KB or more, such as 512KB or 10MB"),
            ("  a: { executable: svc-a }\nlaunch: [b.x]", 4, "launch: this launcher has no vertical 'b'"),
            ("  a: { executable: svc-a }\nlaunch: [home]", 4, "launch: expected vertical.board, found 'home'"),
            (
                "  maps: { executable: svc-maps, config: { places: x } }\nlaunch:\n  - maps.place", 5,
                "launch: the input of maps.place: expected a string, found an object"
            ),
            (
                "  maps: { executable: svc-maps, config: { places: x } }\nlaunch: [maps.nowhere]", 4,
                "launch: maps has no board 'nowhere'; it has warmUp, place"
            ),
            ("  a: { executable: svc-a }\ngroups: [{ name: g, members: [a, z] }]", 4, "group g: this launcher has no vertical 'z'"),
            (
                "  a: { executable: svc-a }\ngroups: [{ name: g, strategy: all, members: [a] }]", 4,
                "strategy of group g: expected one of one-for-one, one-for-all, rest-for-one, found 'all'"
            ),
            ("  a: { executable: svc-a, executable: svc-b }", 3, "the key 'executable' stands here twice"),
        ])
    func oneMistake(text: String, line: Int, message: String) {
        let expected: [String] = ["l.yml:\(line): error: \(message)"]
        let isSingle: Bool = !text.hasPrefix("  a: svc-a")
        let found: [String] = errors("launcher: l\nverticals:\n\(text)\n")
        #expect(isSingle ? found == expected : found.contains(expected[0]), "\(found)")
    }

    @Test("what is no YAML, or nothing, is told", arguments: ["", "a: [", "\tx", "- a\n- b", "launcher: x"])
    func noLauncher(text: String) {
        #expect(!errors(text).isEmpty)
    }

    @Test("a program that could not be asked is not told twice, as an interface that nobody offers")
    func noCascade() {
        let (file, _): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(
            "launcher: l\nverticals:\n  records: { executable: svc-records-maps }\n  maps: { executable: svc-maps }\n")
        let described: [String: SuitePlan.Vertical] = ["records": vertical(file.verticals[0])]
        #expect(SuitePlanner.plan(file, described: described).issues == [])
    }

    @Test("verticals start behind what they use")
    func order() {
        let (file, _): (LauncherFile, [LauncherIssue]) = LauncherFileParser.parse(
            "launcher: l\nverticals:\n  c: { executable: svc-c-b }\n  b: { executable: svc-b-a }\n  d: { executable: svc-d }\n  a: { executable: svc-a }\n"
        )
        let described: [String: SuitePlan.Vertical] = Dictionary(uniqueKeysWithValues: file.verticals.map { ($0.name, vertical($0)) })
        let plan: SuitePlan = SuitePlanner.plan(file, described: described).plan
        #expect(plan.verticals.map(\.name) == ["d", "a", "b", "c"])
        #expect(plan.providers(of: "c") == ["b"])
    }

    @Test("names in both forms")
    func names() {
        #expect(NameForms.kebab("ClinicalRecords") == "clinical-records" && NameForms.kebab("clinical-records") == "clinical-records")
        #expect(NameForms.camel("search-places") == "searchPlaces" && NameForms.camel("searchPlaces") == "searchPlaces")
        // Nobody has such a name, and a caller may send one of megabytes.
        let long: String = "ClinicalRecords-of" + String(repeating: "e\u{301}", count: 200)
        #expect(NameForms.kebab(long).utf8.count == 255 && NameForms.camel(long) == NameForms.kebab(long))
        #expect(NameForms.shortened("a" + String(repeating: "\u{301}", count: 100_000)).utf8.count < 260)
    }
}
