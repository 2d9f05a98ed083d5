import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing
import Tracing

@testable import ColonnadeTelemetry

@Suite("Spans of a vertical's own work", .timeLimit(.minutes(1)))
struct InnerSpanTests {
    @Test("work stands below the call that the task serves, and calls below the work that they are made in")
    func nested() async throws {
        try await WorkingRig.with { rig in
            let root: TraceContext = try await rig.run("s(c(s()))c()")
            let spans: [CallSpan] = await rig.spans()
            #expect(WorkingRig.outline(of: spans, below: root.span) == "c(s(c(s()))c())")
            #expect(spans.allSatisfy { $0.context.trace == root.trace && $0.end == .answered })
            let work: [CallSpan] = spans.filter { $0.side == .inner }
            #expect(work.map(\.board) == ["work", "work"] && work.allSatisfy { $0.interface.isEmpty && $0.peer == nil })
            for span: CallSpan in work {
                let above: CallSpan = try #require(spans.first { $0.context.span == span.parent })
                #expect(above.start <= span.start && span.start + span.nanoseconds <= above.start + above.nanoseconds)
            }
        }
    }

    @Test(
        "whatever a handler does, over tasks, calls in the same process and metadata of its own, its spans are what it did",
        arguments: 1...40)
    func chance(seed: UInt64) async throws {
        var chance: SeededGenerator = SeededGenerator(seed: seed)
        var budget: Int = 40
        let program: WorkProgram = WorkProgram(by: &chance, budget: &budget)
        try await WorkingRig.with { rig in
            let root: TraceContext = try await rig.run(program.description)
            #expect(WorkingRig.outline(of: await rig.spans(), below: root.span) == "c(\(program.outline))", "seed \(seed): \(program)")
        }
    }

    @Test("metadata with a trace that are bound within a span are newer than the span, and a span within them is newer again")
    func rebound() async throws {
        try await WorkingRig.with(rate: 1) { rig in
            let other: TraceContext = .root(sampling: 1)
            try await rig.tracer.withSpan("outer") { _ in
                try await CallMetadata.$current.withValue(CallMetadata(traceparent: other.traceparent)) {
                    _ = try await rig.client.echo(EchoPayload(bytes: []))
                    try await rig.tracer.withSpan("inner") { _ in _ = try await rig.client.echo(EchoPayload(bytes: [])) }
                }
                _ = try await rig.client.echo(EchoPayload(bytes: []))
            }
            let spans: [CallSpan] = await rig.spans()
            #expect(WorkingRig.outline(of: spans, below: other.span) == "c()s(c())")
            let outer: CallSpan = try #require(spans.first { $0.board == "outer" })
            #expect(WorkingRig.outline(of: spans, below: outer.context.span) == "c()")
        }
    }

    @Test("work that no call has caused begins a trace, which its calls keep to, sampled or not", arguments: [1.0, 0.000_000_001])
    func roots(rate: Double) async throws {
        try await WorkingRig.with(rate: rate) { rig in
            let traces: [String] = try await rig.tracer.withSpan("root") { _ in
                var traces: [String] = []
                for _: Int in 1...3 {
                    let told: EchoPayload = try await rig.client.echo(EchoPayload(bytes: []))
                    traces.append(try #require(TraceContext(parsing: String(decoding: told.bytes, as: UTF8.self))?.trace.description))
                }
                return traces
            }
            #expect(Set(traces).count == 1)
            let spans: [CallSpan] = await rig.spans()
            #expect(spans.count == (rate == 1 ? 7 : 0))
            if rate == 1 {
                let root: CallSpan = try #require(spans.first)
                #expect(root.side == .inner && root.parent == nil && root.board == "root")
                #expect(WorkingRig.outline(of: spans, below: root.context.span) == "c()c()c()")
            }
        }
    }

    @Test("where no traces begin, work without a call leaves nothing, and its calls have no trace")
    func off() async throws {
        try await WorkingRig.with { rig in
            let told: EchoPayload = try await rig.tracer.withSpan("work") { span in
                #expect(!span.isRecording)
                return try await rig.client.echo(EchoPayload(bytes: Array("s()".utf8)))
            }
            #expect(String(decoding: told.bytes, as: UTF8.self) == "none")
            #expect(await rig.spans().isEmpty)
        }
    }

    @Test("a span says whether its status is an error; of its error, attributes and events nothing is kept, and it ends once")
    func ends() async throws {
        struct Secret: Error {}
        try await WorkingRig.with(rate: 1) { rig in
            _ = try? rig.tracer.withSpan("fails") { span in
                span.attributes["secret"] = "a name"
                span.addEvent("secret")
                #expect(span.isRecording && span.attributes.isEmpty)
                throw Secret()
            }
            let twice: InnerSpan = rig.tracer.startSpan("twice", context: .topLevel)
            twice.operationName = "renamed"
            twice.end()
            twice.setStatus(SpanStatus(code: .error))
            twice.end()
            #expect(!twice.isRecording)
            let spans: [CallSpan] = await rig.spans()
            #expect(spans.map(\.board) == ["fails", "renamed"])
            #expect(spans.map(\.end) == [.failed(.internal, .done), .answered])
            #expect(!"\(spans)".contains("secret"))
        }
    }

    @Test("names are cut at a whole character; no more spans are open than may, and one that nobody ends gives its place back")
    func limits() async throws {
        var limits: Limits = Limits()
        limits.bytesOfSpanName = 5
        limits.openSpansOfProcess = 2
        try await WorkingRig.with(rate: 1, limits: limits) { rig in
            let first: InnerSpan = rig.tracer.startSpan("abcdé", context: .topLevel)
            var second: InnerSpan? = rig.tracer.startSpan("never ended", context: first.context)
            let third: InnerSpan = rig.tracer.startSpan("too many", context: first.context)
            #expect(second?.isRecording ?? false)
            #expect(!third.isRecording && third.context.place == first.context.place, "what happens in it belongs to the span around it")
            second = nil
            let fourth: InnerSpan = rig.tracer.startSpan("é", context: first.context)
            #expect(fourth.isRecording)
            for span: InnerSpan in [fourth, third, first] { span.end() }
            #expect(Set(await rig.spans().map(\.board)) == ["abcd", "é"])
            #expect(rig.tracer.startSpan("again", context: .topLevel).isRecording)
        }
    }

    @Test("a handler's spans are kept by its own vertical, those of other work by the one that was made last")
    func verticals() async throws {
        let loop: EventLoop = EventLoop(name: "test")
        let (own, other): (SpanKeeper, SpanKeeper) = (SpanKeeper(rate: 1, loop: loop), SpanKeeper(rate: 1, loop: loop))
        let telemetry: Telemetry = Telemetry()
        let tracer: ServiceTracer = ServiceTracer(telemetry)
        tracer.startSpan("before any", context: .topLevel).end()
        telemetry.know(own)
        telemetry.know(other)
        await telemetry.work(with: own) { tracer.withSpan("own") { _ in } }
        tracer.withSpan("other") { _ in }
        let kept: [[String]] = await Task(executorPreference: loop) { [own, other].map { $0.spans(of: nil).spans.map(\.board) } }.value
        #expect(kept == [["own"], ["other"]])
        loop.shutdown()
    }
}
