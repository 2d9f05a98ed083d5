import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// A consumer and a provider, each with a tracer.
private struct TracedRig {
    let rig: Rig
    let provider: Tracer
    let consumer: Tracer
    let server: Server
    let client: EchoClient

    init(_ rig: Rig, _ echo: ScriptedEcho = ScriptedEcho(), rate: Double = 0) async throws {
        self.rig = rig
        provider = Tracer(loop: rig.providerLoop)
        consumer = Tracer(rate: rate, loop: rig.consumerLoop)
        server = Server(
            configuration: ServerConfiguration(
                provider: "echo", dispatchers: [EchoDispatcher(echo)], limits: .patient, tracer: provider), loop: rig.providerLoop)
        server.serve(acceptor: try await rig.acceptor(), consumer: "tester")
        client = EchoClient(
            Connector(
                consumer: "tester", provider: "echo", contract: EchoContract.descriptor, dialer: rig.dialer, loop: rig.consumerLoop,
                limits: .patient, tracer: consumer, instance: "test"))
    }

    func made() async throws -> [CallSpan] { try await rig.consumerLoop.run { consumer.spans(of: nil).spans } }

    func served() async throws -> [CallSpan] { try await rig.providerLoop.run { provider.spans(of: nil).spans } }
}

@Suite("Spans of calls", .timeLimit(.minutes(1)))
struct TracedCallTests {
    private static func within<Value>(_ context: TraceContext, _ body: () async throws -> Value) async rethrows -> Value {
        try await CallMetadata.$current.withValue(CallMetadata(traceparent: context.traceparent), operation: body)
    }

    @Test("a sampled call has a span on each side, each below the one before, with its sizes and its end", arguments: Carrier.allCases)
    func bothSides(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let came: Slot<String> = Slot()
            let traced: TracedRig = try await TracedRig(
                rig,
                ScriptedEcho(onEcho: { payload in
                    await came.set(CallMetadata.current.traceparent ?? "")
                    return payload
                }))
            let root: TraceContext = .root(sampling: 1)
            _ = try await Self.within(root) { try await traced.client.echo(EchoPayload(bytes: Array(repeating: 7, count: 100))) }
            let (made, served): ([CallSpan], [CallSpan]) = (try await traced.made(), try await traced.served())
            try #require(made.count == 1 && served.count == 1)
            #expect(made[0].context.trace == root.trace && made[0].parent == root.span && made[0].side == .made)
            #expect(served[0].context.trace == root.trace && served[0].parent == made[0].context.span && served[0].side == .served)
            #expect(made[0].peer == "echo" && served[0].peer == "tester" && served[0].board == "echo" && served[0].interface == "Echo")
            #expect(made[0].end == .answered && served[0].end == .answered)
            #expect(made[0].start <= served[0].start && served[0].nanoseconds <= made[0].nanoseconds)
            // 100 bytes with a tag and a length; the Input has its metadata too, and their length.
            #expect(served[0].outputBytes == 102 && made[0].outputBytes == 102)
            // Where an Input waits for its connection, it is counted without the length in front of its metadata.
            #expect((0...2).contains(served[0].inputBytes - made[0].inputBytes) && made[0].inputBytes > 102 + 55)
            #expect(await came.value == served[0].context.traceparent, "the handler's own calls are part of its span")
        }
    }

    @Test("an unsampled trace is handed on as it came, and what is none as well; neither has spans")
    func unsampled() async throws {
        try await withRig(.memory) { rig in
            let came: Slot<String> = Slot()
            let traced: TracedRig = try await TracedRig(
                rig,
                ScriptedEcho(onEcho: { payload in
                    await came.set(CallMetadata.current.traceparent ?? "none")
                    return payload
                }))
            for text: String in [TraceContext.root(sampling: 0).traceparent, "no trace at all", String(repeating: "0", count: 1000)] {
                _ = try await CallMetadata.$current.withValue(CallMetadata(traceparent: text)) {
                    try await traced.client.echo(EchoPayload(bytes: []))
                }
                #expect(await came.value == text)
            }
            _ = try await traced.client.echo(EchoPayload(bytes: []))
            #expect(await came.value == "none", "nobody makes a trace unless it is asked to")
            #expect(try await traced.made().isEmpty)
            #expect(try await traced.served().isEmpty)
        }
    }

    @Test("where traces are made, a call without one gets one, and its provider keeps to it", arguments: [1.0, 0.000_000_001])
    func roots(rate: Double) async throws {
        try await withRig(.memory) { rig in
            let came: Slot<String> = Slot()
            let traced: TracedRig = try await TracedRig(
                rig,
                ScriptedEcho(onEcho: { payload in
                    await came.set(CallMetadata.current.traceparent ?? "none")
                    return payload
                }), rate: rate)
            _ = try await traced.client.echo(EchoPayload(bytes: []))
            let context: TraceContext = try #require(TraceContext(parsing: await came.value ?? ""))
            #expect(context.isSampled == (rate == 1))
            let (made, served): ([CallSpan], [CallSpan]) = (try await traced.made(), try await traced.served())
            #expect(made.count == (rate == 1 ? 1 : 0) && served.count == made.count)
            #expect(made.allSatisfy { $0.parent == nil && $0.context.trace == context.trace })
        }
    }

    @Test("spans say how calls ended: by a refusal's case, by a failure and its outcome, or with many outputs")
    func ends() async throws {
        try await withRig(.memory) { rig in
            let traced: TracedRig = try await TracedRig(
                rig, ScriptedEcho(onEcho: { _ in throw Fault(.internal, "a secret", outcome: .done) }))
            try await Self.within(.root(sampling: 1)) {
                await #expect(throws: EchoFailure.self) { try await traced.client.refuse(.tooLong) }
                await #expect(throws: EchoFailure.self) { try await traced.client.echo(EchoPayload(bytes: [])) }
                for try await _: Int in traced.client.count(CountRequest(count: 3)) {}
            }
            let ends: [CallSpan.End] = [.refused(2), .failed(.internal, .done), .answered]
            #expect(try await traced.served().map(\.end) == ends)
            #expect(try await traced.made().map(\.end) == ends)
            // Each output is a number behind a tag, the first is 0 and therefore the tag and a zero.
            #expect(try await traced.served().last?.outputBytes == 6)
            #expect(try await traced.made().last?.outputBytes == 6)
        }
    }

    @Test("a call whose deadline passes has a span that says so, when its handler has ended")
    func deadline() async throws {
        try await withRig(.memory) { rig in
            let traced: TracedRig = try await TracedRig(
                rig,
                ScriptedEcho(onEcho: { payload in
                    while !Task.isCancelled { await Task.yield() }
                    return payload
                }))
            let metadata: CallMetadata = CallMetadata(
                deadline: MonotonicTime.read().nanoseconds + 20_000_000, traceparent: TraceContext.root(sampling: 1).traceparent)
            await CallMetadata.$current.withValue(metadata) {
                await #expect(throws: EchoFailure.self) { try await traced.client.echo(EchoPayload(bytes: [])) }
            }
            let made: [CallSpan] = try await traced.made()
            #expect(made.map(\.end) == [.failed(.deadlineExceeded, .unknown)])
            var served: [CallSpan] = []
            while served.isEmpty { served = try await traced.served() }
            #expect(served.map(\.end) == [.failed(.deadlineExceeded, .unknown)])
        }
    }
}

/// One value that a handler leaves for its test.
private actor Slot<Value: Sendable> {
    private(set) var value: Value?

    func set(_ value: Value) { self.value = value }
}
