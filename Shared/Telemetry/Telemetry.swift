import ColonnadeTransport
public import ColonnadeVertical
import ColonnadeWire
private import Synchronization
import Tracing

/// The platform's tracer, which has the name of the package's.
typealias SpanKeeper = ColonnadeTransport.Tracer

/// What a process keeps of its own work: for the operator, by the packages that its code and its libraries use already.
final class Telemetry: TelemetryKeeper {
    private struct State {
        weak var tracer: SpanKeeper?
    }

    private static let ofProcess: Telemetry = {
        let telemetry: Telemetry = Telemetry()
        InstrumentationSystem.bootstrap(ServiceTracer(telemetry))
        return telemetry
    }()

    /// The tracer of the vertical whose handler the task runs.
    @TaskLocal private static var served: SpanKeeper?

    let limits: Limits
    let open: OpenSpans
    /// Of the vertical that was made last.
    private let state: Mutex<State> = Mutex(State())

    init(limits: Limits = Limits()) {
        self.limits = limits
        open = OpenSpans(most: limits.openSpansOfProcess)
    }

    /// The process's: the packages take one for good.
    static func start() -> Telemetry { ofProcess }

    /// Keeps the spans of the current task's work; nil where no vertical runs.
    var tracer: SpanKeeper? { Self.served ?? state.withLock { $0.tracer } }

    func know(_ tracer: SpanKeeper) {
        state.withLock { $0.tracer = tracer }
    }

    func work(with tracer: SpanKeeper, _ body: @Sendable () async -> Void) async {
        await Self.$served.withValue(tracer) { await body() }
    }

    func traceparent(after traceparent: String?) -> String? {
        guard let place: SpanPlace = ServiceContext.current?.place, place.isNewer(than: traceparent) else { return nil }
        return place.traceparent
    }
}

extension PluginLauncher {
    /// The launcher with spans by swift-distributed-tracing, of its verticals' own code and of their libraries.
    ///
    /// `withSpan` makes a span that `svc-supervisor trace` shows below the call that the task serves, and above the calls that are made in
    /// it. A span is kept where its trace is sampled, with its name, its times and whether its status is an error. Nothing else of it is:
    /// attributes, events, links and errors may hold what people have said.
    ///
    /// The package takes one tracer for the whole process: a program that sets another one itself must not call this.
    public func withTelemetry() -> PluginLauncher {
        telling(Telemetry.start())
    }
}
