import Colonnade
import ColonnadeContract
import ColonnadeEventLoop
import Testing

@testable import ColonnadeVertical

@Suite("Log lines")
struct LogLineTests {
    private func line(_ message: String, _ metadata: Logger.Metadata = [:]) -> String {
        LogLine(
            date: Date(timeIntervalSince1970: 1_767_323_045.5), level: .info, label: "maps", message: message, metadata: metadata
        ).text
    }

    @Test("A line has the time, the level, the vertical, the message and its values in order")
    func form() {
        #expect(
            line("ready", ["b": "2", "a": "one"]) == "2026-01-02T03:04:05.500Z info maps: ready a=one b=2\n")
    }

    @Test("Whatever is logged stays one line, and can not steer a terminal")
    func escapes() {
        let text: String = line("first\nsecond\u{1B}[31m", ["key": "a b\"c\r\n", "empty": ""])
        #expect(text == "2026-01-02T03:04:05.500Z info maps: first\\nsecond\\u{1b}[31m empty=\"\" key=\"a b\\\"c\\r\\n\"\n")
    }

    @Test("In the journal a line's values are fields, and none stands for who says it")
    func journal() throws {
        let journal: JournalLog = JournalLog(try JournalSocket(path: "@nobody"), generation: "7")
        let line: ColonnadeVertical.LogLine = ColonnadeVertical.LogLine(
            date: Date(), level: .warning, label: "maps", message: "slow\ncall",
            metadata: ["board": "Maps.pick", "vertical": "records", "a b": "1\nMESSAGE=2"])
        let metadata: CallMetadata = CallMetadata(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        let entry: JournalEntry = CallMetadata.$current.withValue(metadata) { journal.entry(of: line) }
        var expected: JournalEntry = JournalEntry(
            message: "slow\\ncall a b=\"1\\nMESSAGE=2\" board=Maps.pick vertical=records", priority: .warning)
        expected.add("SYSLOG_IDENTIFIER", "svc-maps")
        expected.add("COLONNADE_VERTICAL", "maps")
        expected.add("COLONNADE_GENERATION", "7")
        expected.add("COLONNADE_TRACE", "0af7651916cd43dd8448eb211c80319c")
        expected.add("COLONNADE_A_B", "1\nMESSAGE=2")
        expected.add("COLONNADE_BOARD", "Maps.pick")
        #expect(entry.bytes == expected.bytes)
    }
}
