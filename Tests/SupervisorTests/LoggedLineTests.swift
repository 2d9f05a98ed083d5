import ColonnadeEventLoop
import Testing

@testable import SupervisorAdapters

@Suite("A child's line in the journal")
struct LoggedLineTests {
    @Test("A daemon's line gives its severity, and is shown without what the journal knows")
    func daemon() {
        let line: LoggedLine = LoggedLine(Array("2026-01-02T03:04:05.678Z error maps: no places: file=/x y".utf8))
        #expect(line.message == "no places: file=/x y")
        #expect(line.priority == .error)
    }

    @Test(
        "Any other line stays as it is",
        arguments: [
            "", "Fatal error: bug", "2026-01-02T03:04:05.678Z loud maps: x", "2026-01-02T03:04:05.678Z error maps x", "Z error maps: x",
        ])
    func other(text: String) {
        let line: LoggedLine = LoggedLine(Array(text.utf8))
        #expect(line.message == text)
        #expect(line.priority == .info)
    }
}
