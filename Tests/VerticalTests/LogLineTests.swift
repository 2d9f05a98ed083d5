import Colonnade
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
}
