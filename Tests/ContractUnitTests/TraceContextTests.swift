import ColonnadeContract
import Testing

@Suite("Trace contexts")
struct TraceContextTests {
    private static let valid: String = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test("a traceparent is read, and written as it was")
    func roundTrip() throws {
        let context: TraceContext = try #require(TraceContext(parsing: Self.valid))
        #expect(context.trace.description == "0af7651916cd43dd8448eb211c80319c")
        #expect(context.span == 0xb7ad_6b71_6920_3331 && context.isSampled)
        #expect(context.traceparent == Self.valid)
        let unsampled: TraceContext = try #require(TraceContext(parsing: Self.valid.dropLast(2) + "00"))
        #expect(!unsampled.isSampled && unsampled.traceparent.hasSuffix("-00"))
        // Only the lowest bit of the flags is known.
        #expect(TraceContext(parsing: Self.valid.dropLast(2) + "fe")?.isSampled == false)
        #expect(TraceContext(parsing: Self.valid.dropLast(2) + "ff")?.isSampled == true)
    }

    @Test("a later version is read as far as it is known, and this one has no more than it may")
    func versions() {
        #expect(TraceContext(parsing: "01" + Self.valid.dropFirst(2) + "-more") != nil)
        #expect(TraceContext(parsing: "01" + Self.valid.dropFirst(2)) != nil)
        #expect(TraceContext(parsing: "01" + Self.valid.dropFirst(2) + "more") == nil)
        #expect(TraceContext(parsing: Self.valid + "-more") == nil)
        #expect(TraceContext(parsing: "ff" + Self.valid.dropFirst(2)) == nil)
    }

    @Test(
        "what is none is none",
        arguments: [
            "", "-", "trace", "00-1", valid.uppercased(), "00-" + String(repeating: "0", count: 32) + "-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", valid.replacing("-", with: "_"), " " + valid, valid + "\n",
            valid.replacing("a", with: "g"), valid.replacing("a", with: "ä"), valid.replacing("a", with: "\u{0}"), String(valid.dropLast()),
            valid.replacing("-01", with: "-0x"), String(repeating: "0", count: 100_000), String(repeating: valid, count: 4),
        ])
    func hostile(text: String) {
        #expect(TraceContext(parsing: text) == nil)
    }

    @Test("whatever byte is changed, what is read is what was written, or nothing")
    func mutations() {
        for position: Int in 0..<Self.valid.utf8.count {
            for byte: UInt8 in UInt8.min...UInt8.max {
                var bytes: [UInt8] = Array(Self.valid.utf8)
                bytes[position] = byte
                let text: String = String(decoding: bytes, as: UTF8.self)
                guard let context: TraceContext = TraceContext(parsing: text) else { continue }
                // But for the version and flags that mean nothing yet.
                #expect(context.traceparent.dropFirst(2).dropLast(2) == text.dropFirst(2).dropLast(2), "\(text)")
            }
        }
    }

    @Test("a root is sampled as often as its rate says, and what follows it as it is")
    func sampling() {
        let roots: Int = 4_000
        #expect((0..<roots).allSatisfy { _ in !TraceContext.root(sampling: 0).isSampled })
        #expect((0..<roots).allSatisfy { _ in TraceContext.root(sampling: 1).isSampled })
        // Of 4000 with a quarter, 1000 ± 27: six times that happens once in a thousand million runs.
        let sampled: Int = (0..<roots).count { _ in TraceContext.root(sampling: 0.25).isSampled }
        #expect((836...1164).contains(sampled), "\(sampled)")
        let (root, next): (TraceContext, TraceContext) = { ($0, $0.next()) }(.root(sampling: 0.5))
        #expect(next.trace == root.trace && next.isSampled == root.isSampled && next.span != root.span)
    }

    @Test("a trace's id is 32 small digits, and not all zeros")
    func ids() {
        #expect(TraceID("0af7651916cd43dd8448eb211c80319c")?.description == "0af7651916cd43dd8448eb211c80319c")
        for wrong: String in [
            "", "0af7651916cd43dd8448eb211c80319", "0af7651916cd43dd8448eb211c80319c0", "0AF7651916CD43DD8448EB211C80319C",
            String(repeating: "0", count: 32), "\u{1B}[2J" + String(repeating: "a", count: 28), String(repeating: "é", count: 16),
        ] { #expect(TraceID(wrong) == nil, "\(wrong)") }
    }
}
