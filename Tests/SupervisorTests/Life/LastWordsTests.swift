import SupervisorCore
import Testing

@Suite("What a process wrote last", .timeLimit(.minutes(1)))
struct LastWordsTests {
    private static let trace: [String] = [
        "*** Signal 11: Backtracing from 0x1... done ***", "", "*** Program crashed: Bad pointer dereference at 0x1 ***", "", "  0  f",
        "Backtrace took 0.01s",
    ]

    @Test("the backtrace is parted from the log, whatever stands around it")
    func parted() {
        let words: LastWords = LastWords(["a", ""] + Self.trace + ["", "b", "", ""])
        #expect(words.backtrace == Self.trace)
        #expect(words.log == ["a", "", "", "b"])
    }

    @Test("the last of two backtraces counts, and one that was cut off goes to the end")
    func several() {
        let cut: [String] = Array(Self.trace.dropLast())
        let words: LastWords = LastWords(Self.trace + ["between"] + cut)
        #expect(words.backtrace == cut)
        #expect(words.log == Self.trace + ["between"])
    }

    @Test("lines are bounded in number and length")
    func bounded() {
        let words: LastWords = LastWords((0..<5_000).map { "\($0) " + String(repeating: "ü", count: 5_000) })
        #expect(words.backtrace.isEmpty)
        #expect(words.log.count == 100 && words.log.allSatisfy { $0.utf8.count < 2_100 })
        #expect(words.log.first?.hasPrefix("4900 ") == true)
        #expect(LastWords([]).log.isEmpty)
    }
}
