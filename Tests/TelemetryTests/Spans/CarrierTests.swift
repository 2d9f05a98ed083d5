import Colonnade
import ColonnadeTransport
import EchoIO
import Testing
import Tracing

@testable import ColonnadeTelemetry

private struct Headers: Extractor, Injector {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }

    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}

@Suite("Traces that come and go by W3C Trace Context")
struct CarrierTests {
    @Test("a trace that came in a header goes on: to spans, to calls and to other headers")
    func carried() async throws {
        try await WorkingRig.with { rig in
            let remote: TraceContext = .root(sampling: 1)
            var context: ServiceContext = .topLevel
            rig.tracer.extract(["traceparent": remote.traceparent], into: &context, using: Headers())
            var sent: [String: String] = [:]
            rig.tracer.inject(context, into: &sent, using: Headers())
            #expect(sent == ["traceparent": remote.traceparent])
            try await rig.tracer.withSpan("work", context: context) { span in
                _ = try await rig.client.echo(EchoPayload(bytes: []))
                rig.tracer.inject(span.context, into: &sent, using: Headers())
            }
            let spans: [CallSpan] = await rig.spans()
            #expect(WorkingRig.outline(of: spans, below: remote.span) == "s(c())")
            let work: CallSpan = try #require(spans.first { $0.side == .inner })
            #expect(sent["traceparent"] == work.context.traceparent)
        }
    }

    @Test(
        "what is no trace is none",
        arguments: ["", "00", "00-00000000000000000000000000000000-b7ad6b7169203331-01", String(repeating: "0", count: 100_000)])
    func hostile(header: String) {
        let tracer: ServiceTracer = ServiceTracer(Telemetry())
        var context: ServiceContext = .topLevel
        tracer.extract(["traceparent": header], into: &context, using: Headers())
        #expect(context.place == nil)
        var sent: [String: String] = [:]
        CallMetadata.$current.withValue(CallMetadata(traceparent: header)) { tracer.inject(context, into: &sent, using: Headers()) }
        #expect(sent.isEmpty, "nor is it handed on as one")
    }
}
