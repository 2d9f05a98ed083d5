import ColonnadeSystemIO
import ColonnadeTransport
public import ColonnadeVertical
import ColonnadeWire
import CoreMetrics
import Logging
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
        MetricsSystem.bootstrap(telemetry.book)
        return telemetry
    }()

    /// The tracer of the vertical whose handler the task runs.
    @TaskLocal private static var served: SpanKeeper?

    let limits: Limits
    let open: OpenSpans
    let book: MetricsBook
    /// Of the vertical that was made last.
    private let state: Mutex<State> = Mutex(State())

    init(limits: Limits = Limits(), log: Logger = Logger(label: "telemetry")) {
        self.limits = limits
        book = MetricsBook(limits: limits, log: log)
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

    var metrics: KeptMetrics { book.kept }

    func traceparent(after traceparent: String?) -> String? {
        guard let place: SpanPlace = ServiceContext.current?.place, place.isNewer(than: traceparent) else { return nil }
        return place.traceparent
    }
}

extension PluginLauncher {
    /// The launcher with spans by swift-distributed-tracing and metrics by swift-metrics, of its verticals' own code and of their libraries.
    ///
    /// `withSpan` makes a span that `svc-supervisor trace` shows below the call that the task serves, and above the calls that are made in
    /// it. A span is kept where its trace is sampled, with its name, its times and whether its status is an error. Nothing else of it is:
    /// attributes, events, links and errors may hold what people have said.
    ///
    /// Counters, meters, gauges, recorders and timers are kept for `svc-supervisor metrics`, which prints them as OpenMetrics with the
    /// vertical's name as a label: 1,024 at most, each by its name and its labels.
    ///
    /// Both packages take one for the whole process: a program that sets a tracer or a metrics factory itself must not call this, and
    /// verticals that share a process tell the same metrics.
    public func withTelemetry() -> PluginLauncher {
        telling(Telemetry.start())
    }
}
