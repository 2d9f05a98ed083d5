import ColonnadeContract
import HTTPTypes
import Hummingbird
import Tracing

/// Makes a span of each request, with its address as the door has it and nothing of what the browser said. Calls of verticals stand below
/// it, and those of the screens that it opens.
///
/// Not Hummingbird's own: that takes a trace from whoever asks, so that any browser could have its requests sampled, and ends the span of an
/// event stream when its page is closed.
struct DoorTracing: RouterMiddleware {
    /// Takes a span's place out of its context.
    private struct Place: Injector {
        func inject(_ value: String, forKey key: String, into carrier: inout String?) {
            if key == "traceparent" { carrier = value }
        }
    }

    func handle(
        _ request: Request, context: DoorContext, next: @concurrent (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        try await withSpan("HTTP", context: .topLevel, ofKind: .server) { span in
            // The router finds out which address it is.
            defer {
                let address: DoorAddress = DoorAddress(request, context)
                span.operationName = "\(address.method) \(address.route)"
            }
            var place: String?
            InstrumentationSystem.instrument.inject(span.context, into: &place, using: Place())
            // The shell's own tasks take it from here: they know of calls, and not of spans.
            let response: Response = try await CallMetadata.$current.withValue(CallMetadata(traceparent: place)) {
                try await next(request, context)
            }
            if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}
