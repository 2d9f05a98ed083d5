import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials
import Testing

@testable import SupervisorCore

/// Spans as daemons tell them.
enum ToldSpans {
    static let trace: String = "0af7651916cd43dd8448eb211c80319c"
    static let start: Date = Date(timeIntervalSince1970: 1_764_000_000)

    static func id(_ number: Int) -> String {
        let digits: String = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func record(
        _ number: Int, _ parent: Int?, _ side: SpanSide, _ board: String, peer: String?, at milliseconds: Int = 0, took: Int = 10,
        end: CallEnding = .answered
    ) -> SpanRecord {
        SpanRecord(
            trace: trace, span: id(number), parent: parent.map(id), side: side, board: board, peer: peer,
            start: start.addingTimeInterval(Double(milliseconds) / 1_000), duration: .milliseconds(took), end: end, inputBytes: 100,
            outputBytes: 1_204)
    }

    static func source(_ vertical: String, _ spans: [SpanRecord], overwritten: UInt64 = 0, since: Date? = start - 60) -> TraceSource {
        TraceSource(vertical: vertical, kept: KeptSpans(spans: spans, overwritten: overwritten), since: since)
    }

    /// A booking: the operator calls appointments, which asks authentication and then maps, which asks authentication.
    static var booking: [TraceSource] {
        [
            source(
                "appointments",
                [
                    record(3, 2, .made, "Authentication.verify", peer: "authentication", at: 1, took: 2),
                    record(5, 2, .made, "Maps.place", peer: "maps", at: 4, took: 5),
                    record(2, 1, .served, "Appointments.book", peer: "operator", took: 12),
                ]),
            source(
                "authentication",
                [
                    record(4, 3, .served, "Authentication.verify", peer: "appointments", at: 1, took: 1),
                    record(8, 7, .served, "Authentication.verify", peer: "maps", at: 6, took: 1),
                ]),
            source(
                "maps",
                [
                    record(7, 6, .made, "Authentication.verify", peer: "authentication", at: 5, took: 2),
                    record(6, 5, .served, "Maps.place", peer: "appointments", at: 5, took: 4),
                ]),
        ]
    }
}

@Suite("The tree of a trace")
struct TraceTreeTests {
    /// Each call by its vertical and board, below its parent; with `!` where something is missing.
    private static func outline(_ calls: [TraceTree.Call], _ depth: Int = 0) -> [String] {
        calls.flatMap { call in
            let line: String = String(repeating: "  ", count: depth) + TraceText.name(of: call) + (call.missing == nil ? "" : " !")
            return [line] + outline(call.calls, depth + 1)
        }
    }

    private static func tree(_ sources: [TraceSource]) throws -> TraceTree {
        try #require(TraceID(ToldSpans.trace).flatMap { TraceTree(of: $0, in: sources) })
    }

    @Test("own work stands between the call that its vertical serves and those that it makes; without a parent, below the vertical's name")
    func inner() throws {
        let work: SpanRecord = ToldSpans.record(9, 2, .inner, "find a.slot \u{1B}[2J", peer: nil, at: 2, took: 9)
        let call: SpanRecord = ToldSpans.record(10, 9, .made, "Maps.place", peer: "maps", at: 3, took: 5)
        let served: SpanRecord = ToldSpans.record(2, 1, .served, "Appointments.book", peer: "operator", took: 12)
        let maps: TraceSource = ToldSpans.source(
            "maps", [ToldSpans.record(11, 10, .served, "Maps.place", peer: "appointments", at: 4, took: 3)])
        let tree: TraceTree = try Self.tree([ToldSpans.source("appointments", [call, work, served]), maps])
        #expect(tree.isWhole)
        #expect(
            Self.outline(tree.roots) == ["appointments.book", "  appointments: find a.slot \\u{1b}[2J", "    maps.place"])
        #expect(tree.roots[0].calls[0].isInner && !tree.roots[0].isInner && tree.roots[0].calls[0].made == nil)
        #expect(TraceTree.newest(calling: "find a.slot", in: [ToldSpans.source("appointments", [work])]) == nil, "it is no board")

        let orphan: TraceTree = try Self.tree([ToldSpans.source("appointments", [work, call]), maps])
        #expect(
            Self.outline(orphan.roots) == [
                "(a call of appointments) !", "  appointments: find a.slot \\u{1b}[2J", "    maps.place",
            ])
        #expect(orphan.roots[0].missing?.contains("which did this, is missing") ?? false, "\(orphan.roots[0].missing ?? "")")
        let root: SpanRecord = ToldSpans.record(9, nil, .inner, "GET /", peer: nil, at: 2, took: 9)
        #expect(Self.outline(try Self.tree([ToldSpans.source("octopus", [root])]).roots) == ["octopus: GET /"])
    }

    @Test("calls stand below those that made them, in the order of their starts, with both sides")
    func booking() throws {
        let tree: TraceTree = try Self.tree(ToldSpans.booking)
        #expect(
            Self.outline(tree.roots) == [
                "appointments.book", "  authentication.verify", "  maps.place", "    authentication.verify",
            ])
        let maps: TraceTree.Call = tree.roots[0].calls[1]
        #expect(maps.consumer == "appointments" && maps.made?.duration == .milliseconds(5))
        #expect(maps.served.map(\.duration) == [.milliseconds(4)])
        #expect(tree.isWhole && tree.notes.isEmpty && tree.spanCount == 7)
        #expect(abs(tree.stop.timeIntervalSince(tree.start) - 0.012) < 0.000_001)
    }

    @Test("the order in which daemons and spans are told means nothing")
    func shuffled() throws {
        let expected: [String] = Self.outline(try Self.tree(ToldSpans.booking).roots)
        for _: Int in 0..<100 {
            let shuffled: [TraceSource] = ToldSpans.booking.shuffled()
            #expect(Self.outline(try Self.tree(shuffled).roots) == expected)
        }
    }

    @Test("a missing span is named with its reason, and what was made from it is shown nevertheless")
    func missing() throws {
        var sources: [TraceSource] = ToldSpans.booking
        sources[2] = ToldSpans.source("maps", [], since: ToldSpans.start + 1)
        let killed: TraceTree = try Self.tree(sources)
        #expect(
            Self.outline(killed.roots) == [
                "appointments.book", "  authentication.verify", "  maps.place !", "authentication.verify !",
            ])
        #expect(killed.roots[0].calls[1].missing?.contains("its process ended") == true)
        #expect(killed.roots[1].missing?.hasPrefix("the span of maps, which called, is missing: its process ended") == true)
        sources[2] = ToldSpans.source("maps", [], overwritten: 7)
        #expect(try Self.tree(sources).roots[0].calls[1].missing?.hasSuffix("newer spans took its place") == true)
        sources[2] = ToldSpans.source("maps", [])
        #expect(try Self.tree(sources).roots[0].calls[1].missing?.hasSuffix("its handler has not ended") == true)
        sources[2] = TraceSource(vertical: "maps", kept: nil, since: nil)
        let silent: TraceTree = try Self.tree(sources)
        #expect(silent.roots[0].calls[1].missing?.hasSuffix("it does not run now") == true)
        #expect(silent.notes == ["nobody answered for maps: its spans are not here"] && !silent.isWhole)
    }

    @Test("calls whose common parent is missing stand below one that says so")
    func orphans() throws {
        var sources: [TraceSource] = ToldSpans.booking
        sources[0] = ToldSpans.source(
            "appointments",
            [
                ToldSpans.record(3, 2, .made, "Authentication.verify", peer: "authentication", at: 1, took: 2),
                ToldSpans.record(5, 2, .made, "Maps.place", peer: "maps", at: 4, took: 5),
            ])
        let tree: TraceTree = try Self.tree(sources)
        #expect(
            Self.outline(tree.roots) == [
                "(a call of appointments) !", "  authentication.verify", "  maps.place", "    authentication.verify",
            ])
        #expect(tree.roots[0].missing?.hasSuffix("its handler has not ended") == true)
    }

    @Test("a call that was not started needs no span of its provider, and one that was tried again has one for each try")
    func tries() throws {
        let made: SpanRecord = ToldSpans.record(
            2, nil, .made, "Maps.place", peer: "maps", end: .failed(code: 1, outcome: Int(DeliveryOutcome.notDispatched.rawValue)))
        let refused: TraceTree = try Self.tree([ToldSpans.source("appointments", [made]), ToldSpans.source("maps", [])])
        #expect(Self.outline(refused.roots) == ["maps.place"])
        let again: [SpanRecord] = [3, 4].map { ToldSpans.record($0, 2, .served, "Maps.place", peer: "appointments", at: $0) }
        let twice: TraceTree = try Self.tree([ToldSpans.source("appointments", [made]), ToldSpans.source("maps", again)])
        #expect(twice.roots.count == 1 && twice.roots[0].served.count == 2)
    }

    @Test("spans that lead in a circle, to themselves, or say an id twice are shown once, and said to be wrong")
    func circles() throws {
        let circle: [SpanRecord] = [
            ToldSpans.record(1, 2, .served, "A.a", peer: "b"), ToldSpans.record(2, 1, .made, "B.b", peer: "b"),
            ToldSpans.record(3, 3, .served, "A.c", peer: "a"), ToldSpans.record(3, 9, .served, "A.again", peer: "a"),
        ]
        let tree: TraceTree = try Self.tree([ToldSpans.source("a", circle)])
        #expect(Self.outline(tree.roots).count == 3)
        #expect(tree.roots.allSatisfy { $0.missing?.contains("circle") == true })
    }

    @Test("a chain of a hundred thousand spans costs memory as spans do, and no stack")
    func deep() throws {
        let chain: [SpanRecord] = (1...100_000).map {
            ToldSpans.record($0, $0 == 1 ? nil : $0 - 1, $0.isMultiple(of: 2) ? .made : .served, "A.a", peer: "a", at: $0)
        }
        let tree: TraceTree = try Self.tree([ToldSpans.source("a", chain)])
        #expect(tree.spanCount == TraceSource.mostSpans)
        #expect(!TraceText(tree, width: 80).lines.isEmpty)
        #expect(tree.notes == ["a told \(100_000 - TraceSource.mostSpans) spans that cannot be read, or too many"])
    }

    @Test("random spans of a liar never trap, and every one that can be read is shown once", arguments: 0..<200)
    func liar(seed: UInt64) throws {
        var generator: SeededNumbers = SeededNumbers(state: seed)
        let records: [SpanRecord] = (0..<40).map { _ in
            ToldSpans.record(
                Int.random(in: 1...30, using: &generator), Bool.random(using: &generator) ? Int.random(in: 1...30, using: &generator) : nil,
                Bool.random(using: &generator) ? .made : .served, "\u{1B}[2JA.b\n", peer: "\u{202E}x",
                at: Int.random(in: -9...9, using: &generator), took: Int.random(in: -5...50, using: &generator),
                end: .refused(number: Int.random(in: Int.min...Int.max, using: &generator)))
        }
        let tree: TraceTree = try Self.tree([ToldSpans.source("liar", records)])
        func count(_ calls: [TraceTree.Call]) -> Int {
            calls.reduce(0) { $0 + ($1.made == nil ? 0 : 1) + $1.served.count + count($1.calls) }
        }
        #expect(count(tree.roots) == Set(records.map(\.span)).count && tree.spanCount == count(tree.roots))
        for width: Int? in [nil, 1, 20, 80] {
            let text: String = TraceText(tree, width: width).lines.flatMap { $0 }.map(\.text).joined()
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
        }
    }

    @Test("ids that are none make no span, and hostile words no lines")
    func hostile() {
        func span(_ trace: String, _ span: String, _ parent: String?) -> TraceSpan? {
            TraceSpan(
                SpanRecord(
                    trace: trace, span: span, parent: parent, side: .served, board: String(repeating: "\u{1B}]0;x\u{7}", count: 9_999),
                    peer: "\n", start: ToldSpans.start, duration: .seconds(-1), end: .answered, inputBytes: -1, outputBytes: -1), of: "a")
        }
        #expect(span("0", ToldSpans.id(1), nil) == nil && span(ToldSpans.trace, ToldSpans.id(0), nil) == nil)
        #expect(span(ToldSpans.trace, ToldSpans.id(1), "") == nil && span(ToldSpans.trace, "\u{1B}[2Jaaaaaaaaaaaa", nil) == nil)
        let read: TraceSpan? = span(ToldSpans.trace, ToldSpans.id(1), ToldSpans.id(2))
        #expect(read?.peer == "\\u{a}" && read?.duration == .zero && read?.inputBytes == 0)
        #expect((read?.board.utf8.count ?? 0) < 120 && read?.board.contains("\u{1B}") == false)
    }

    @Test("the newest trace is that whose first span began last; a board is called by the vertical's name, the interface's or alone")
    func newest() throws {
        let other: String = "1" + ToldSpans.trace.dropFirst()
        let later: SpanRecord = SpanRecord(
            trace: other, span: ToldSpans.id(1), parent: nil, side: .served, board: "Maps.route", peer: nil, start: ToldSpans.start + 1,
            duration: .zero, end: .answered, inputBytes: 0, outputBytes: 0)
        let sources: [TraceSource] = ToldSpans.booking + [ToldSpans.source("maps-grid", [later])]
        #expect(TraceTree.newest(calling: nil, in: sources)?.description == other)
        for board: String in ["place", "maps.place", "Maps.place", "book"] {
            #expect(TraceTree.newest(calling: board, in: sources)?.description == ToldSpans.trace, "\(board)")
        }
        #expect(TraceTree.newest(calling: "nothing", in: sources) == nil && TraceTree.newest(calling: nil, in: []) == nil)
    }
}

/// SplitMix64, for tests that replay from a seed.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
