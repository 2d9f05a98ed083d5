import ColonnadeContract
import ColonnadeTransport
import Tracing

/// Makes the spans of `withSpan`, and carries their places by W3C Trace Context, for swift-distributed-tracing.
struct ServiceTracer: Tracing.Tracer {
    private static let header: String = "traceparent"

    private let telemetry: Telemetry

    init(_ telemetry: Telemetry) {
        self.telemetry = telemetry
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind, at instant: @autoclosure () -> Instant,
        function: String, file fileID: String, line: UInt
    ) -> InnerSpan {
        var context: ServiceContext = context()
        guard let tracer: SpanKeeper = telemetry.tracer,
            let (place, parent): (TraceContext, UInt64?) = tracer.context(of: context.traceparent)
        else { return span(operationName, context, nil) }
        guard place.isSampled else {
            // What is done within it stays together, unsampled.
            if parent == nil { context.place = SpanPlace(place) }
            return span(operationName, context, nil)
        }
        guard telemetry.open.begin() else { return span(operationName, context, nil) }
        context.place = SpanPlace(place)
        return span(
            operationName, context,
            InnerSpan.Recording(
                tracer: tracer, open: telemetry.open, place: place, parent: parent, start: tracer.moment(of: instant())))
    }

    private func span(_ name: String, _ context: ServiceContext, _ recording: InnerSpan.Recording?) -> InnerSpan {
        InnerSpan(name, context: context, recording: recording, bytesOfName: telemetry.limits.bytesOfSpanName)
    }

    /// Spans are kept as they end: nothing waits.
    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(_ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract)
    where Extract.Carrier == Carrier {
        guard let text: String = extractor.extract(key: Self.header, from: carrier),
            let remote: TraceContext = TraceContext(parsing: text)
        else { return }
        context.place = SpanPlace(remote)
    }

    func inject<Carrier, Inject: Injector>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
    where Inject.Carrier == Carrier {
        guard let traceparent: String = context.traceparent, TraceContext(parsing: traceparent) != nil else { return }
        injector.inject(traceparent, forKey: Self.header, into: &carrier)
    }
}
