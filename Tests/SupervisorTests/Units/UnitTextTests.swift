import Testing

@testable import SupervisorCore

@Suite("The text of units", .timeLimit(.minutes(2)))
struct UnitTextTests {
    @Test(
        "a word of a command reaches the program as it is",
        arguments: [
            ("plain", "plain"), ("", "\"\""), ("a b", "\"a b\""), ("50%", "50%%"), ("$HOME", "$$HOME"), (";", "\";\""),
            ("say \"x\"", "\"say \\\"x\\\"\""), ("a\\b", "\"a\\\\b\""), ("it's", "\"it's\""), ("a\nb", "\"a\\x0ab\""), ("ü", "ü"),
        ])
    func command(_ word: String, _ written: String) {
        #expect(UnitText.command([word]) == written)
    }

    @Test("in a variable only % and quotes mean something")
    func variable() {
        #expect(UnitText.variable("A", "$b 5%") == "\"A=$b 5%%\"")
    }

    @Test("no line can be put into a unit by a value")
    func lines() {
        let hostile: String = "x\nExecStartPre=/bin/false\r\u{0}"
        for text: String in [UnitText.variable("A", hostile), UnitText.command([hostile]), UnitText.path(hostile)] {
            let lines: Int = text.count { $0.isNewline }
            #expect(lines == 0, "\(text)")
        }
    }

    @Test(
        "times are written exactly", arguments: [(Duration.seconds(15), "15s"), (.milliseconds(1500), "1500ms"), (.microseconds(7), "7us")])
    func span(_ duration: Duration, _ written: String) {
        #expect(UnitText.span(duration) == written)
    }

    @Test("programs are where they will be")
    func programs() {
        let places: UnitPlaces = UnitPlaces(binaries: "/usr/lib/x/bin", launcher: "/usr/share/x/launchers/a.yml")
        #expect(places.program("svc-maps") == "/usr/lib/x/bin/svc-maps")
        #expect(places.program("../bin/./svc-maps") == "/usr/share/x/bin/svc-maps")
        #expect(places.program("/opt/svc-maps") == "/opt/svc-maps")
    }
}
