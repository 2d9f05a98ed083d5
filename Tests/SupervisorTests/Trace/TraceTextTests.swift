import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials
import Testing

@testable import SupervisorCore

@Suite("A trace on a terminal")
struct TraceTextTests {
    private static func lines(_ sources: [TraceSource], width: Int?) throws -> [String] {
        let tree: TraceTree = try #require(TraceID(ToldSpans.trace).flatMap { TraceTree(of: $0, in: sources) })
        return TraceText(tree, width: width).lines.map { $0.map(\.text).joined() }
    }

    @Test("shows each call below the one that made it, with the caller's time and the provider's")
    func plain() throws {
        #expect(
            try Self.lines(ToldSpans.booking, width: nil) == [
                "trace \(ToldSpans.trace)  7 spans, 3 verticals, 12ms, \(ToldSpans.start.formatted(.iso8601))",
                "CALL                          CALLER   SERVED",
                "appointments.book                  -     12ms",
                "├─ authentication.verify         2ms      1ms",
                "└─ maps.place                    5ms      4ms",
                "   └─ authentication.verify      2ms      1ms",
            ])
    }

    @Test("on a terminal bars stand where calls lie in the whole, and every call is seen")
    func bars() throws {
        let lines: [String] = try Self.lines(ToldSpans.booking, width: 80)
        #expect(lines[2].hasSuffix("  " + String(repeating: "█", count: 33)), "\(lines[2])")
        #expect(lines[4].contains("5ms      4ms" + String(repeating: " ", count: 2 + 10) + "███"), "\(lines[4])")
        #expect(lines.dropFirst(2).allSatisfy { $0.contains { "█▏▎▍▌▋▊▉".contains($0) } })
    }

    @Test("how a call ended is said where it did not end well, and what is missing below it")
    func ends() throws {
        var sources: [TraceSource] = ToldSpans.booking
        let crash: SpanRecord = ToldSpans.record(
            5, 2, .made, "Maps.place", peer: "maps", at: 4, took: 5, end: .failed(code: 11, outcome: Int(DeliveryOutcome.unknown.rawValue)))
        sources[0] = ToldSpans.source(
            "appointments", [crash, ToldSpans.record(2, 1, .served, "Appointments.book", peer: "operator", end: .refused(number: 3))])
        sources[2] = ToldSpans.source("maps", [], since: ToldSpans.start + 1)
        let lines: [String] = try Self.lines(sources, width: nil)
        #expect(lines[2].hasSuffix("refused case 3") && lines[3].hasSuffix("crashed"), "\(lines)")
        #expect(lines[4].hasPrefix("   ! the span of maps, which was called, is missing: its process ended"), "\(lines)")
    }

    @Test("no line is wider than the terminal, however narrow that is", arguments: [1, 5, 10, 20, 30, 40, 60, 80, 200])
    func narrow(width: Int) throws {
        var sources: [TraceSource] = ToldSpans.booking
        for (index, source): (Int, TraceSource) in sources.enumerated() where index > 0 {
            sources[index] = TraceSource(vertical: source.vertical, kept: nil, since: nil)
        }
        for lines: [String] in [try Self.lines(ToldSpans.booking, width: width), try Self.lines(sources, width: width)] {
            // A word of a sentence is not cut.
            let table: [String] = lines.filter { !$0.contains("!") && !$0.hasPrefix("  ") }
            #expect(table.allSatisfy { $0.count <= max(width, 1) }, "\(table)")
        }
    }

    @Test("a watched call is one line with types and sizes, and never wider than the terminal")
    func watched() throws {
        let contract: ContractDescriptor = IntrospectionContract.descriptor
        let call: WatchedCall = WatchedCall(
            board: "Introspection.openLink", consumer: "op\u{1B}[2J", trace: nil, start: ToldSpans.start, duration: .microseconds(1_540),
            end: .answered, inputBytes: 45, outputBytes: 1_204)
        let line: WatchLine = WatchLine(call, of: "maps", contract)
        let text: String = line.pieces(at: "00:00:00.000", width: nil).map(\.text).joined()
        #expect(
            text == "00:00:00.000  op\\u{1b}[2J   maps.openLink                 answered     1.54ms  LinkRequest 45B → LinkAnswer 1.2kB")
        for width: Int in [1, 20, 60] {
            #expect(line.pieces(at: "00:00:00.000", width: width).reduce(0) { $0 + $1.text.count } <= width)
        }
        let json: String = line.json(at: "2026").text
        #expect(json.contains(#""end":"answered""#) && json.contains(#""inputType":"LinkRequest""#) && !json.contains("\u{1B}"), "\(json)")
    }
}
