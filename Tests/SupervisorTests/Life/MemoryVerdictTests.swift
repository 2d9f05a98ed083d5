import SupervisorCore
import Testing

@Suite("Ends for lack of memory")
struct MemoryVerdictTests {
    private let limit: Int = 64 << 20

    @Test(
        "what programs say that are refused memory is understood",
        arguments: [
            "Fatal error: failed to allocate 1048608 bytes of memory with alignment 8", "MemoryError",
            "terminate called after throwing an instance of 'std::bad_alloc'", "fork: Cannot allocate memory",
        ])
    func words(_ line: String) {
        #expect(
            MemoryVerdict.reason(limit: limit, peak: 1 << 20, log: ["ready", line, "more"])
                == "was given no more memory: its limit is 64MB")
    }

    @Test("who had as much as the limit was probably given no more")
    func peak() {
        #expect(
            MemoryVerdict.reason(limit: limit, peak: 60 << 20, log: [])
                == "had 60 MB of memory, and its limit is 64MB: it was probably given no more")
        #expect(MemoryVerdict.reason(limit: limit, peak: 40 << 20, log: ["ready"]) == nil)
        #expect(MemoryVerdict.reason(limit: limit, peak: nil, log: []) == nil)
    }

    @Test("what the kernel has ended for lack of memory is certain")
    func kills() {
        #expect(
            MemoryVerdict.reason(limit: limit, kills: 1) == "was ended by the kernel, because it went over its memory limit of 64MB")
        #expect(MemoryVerdict.reason(limit: limit, kills: 0) == nil && MemoryVerdict.reason(limit: nil, kills: 1) == nil)
    }

    @Test("without a limit nothing is said of one")
    func noLimit() {
        #expect(MemoryVerdict.reason(limit: nil, peak: 1 << 40, log: ["MemoryError"]) == nil)
    }
}
