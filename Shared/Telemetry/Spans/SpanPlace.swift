import ColonnadeContract
import Tracing

/// Where an open span is in its trace, as a task's `ServiceContext` carries it.
struct SpanPlace: Hashable, Sendable {
    /// Of the span.
    let traceparent: String
    /// What ``CallMetadata/current`` said where the span was begun.
    private let beside: String?

    /// A place that is newer than what the current task's metadata say.
    init(_ context: TraceContext) {
        traceparent = context.traceparent
        beside = CallMetadata.current.traceparent
    }

    /// Whether the span was begun after a task's metadata were bound. Metadata without a trace say nothing; others that the span was not
    /// begun beside came with a call that is served within it.
    func isNewer(than traceparent: String?) -> Bool { traceparent == nil || traceparent == beside }
}

extension ServiceContext {
    private enum Key: ServiceContextKey {
        typealias Value = SpanPlace
        static let nameOverride: String? = "colonnade-span"
    }

    var place: SpanPlace? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }

    /// The innermost place of the current task, in which this context is bound or about to be: of a span, or of a call that is served.
    var traceparent: String? {
        let served: String? = CallMetadata.current.traceparent
        guard let place, place.isNewer(than: served) else { return served }
        return place.traceparent
    }
}
