import Colonnade
import EchoIO
import Tracing

@testable import ColonnadeTelemetry

/// What a handler does, as text: `s(…)` opens a span, `c(…)` calls a vertical, whose handler does the rest. `t(…)` is done by another task,
/// and `m(…)` with metadata that say nothing of a trace: both leave no span.
struct WorkProgram: Sendable, CustomStringConvertible {
    let steps: [Step]

    struct Step: Sendable {
        let kind: Character
        let inner: WorkProgram
    }

    init(steps: [Step]) {
        self.steps = steps
    }

    /// A program by chance, with at most so many spans and calls.
    /// - Parameter isInSpan: whether it has a span around it in its handler.
    init(by chance: inout SeededGenerator, budget: inout Int, depth: Int = 0, isInSpan: Bool = false) {
        var steps: [Step] = []
        while budget > 0, depth < 6, Int.random(in: 0..<3, using: &chance) > 0 {
            budget -= 1
            // Metadata that say nothing of a trace leave the trace of a call that is served: that is no mistake of a span's.
            guard let kind: Character = (isInSpan ? "scctm" : "scct").randomElement(using: &chance) else { break }
            let isInner: Bool = kind == "c" ? false : kind == "s" ? true : isInSpan
            steps.append(
                Step(kind: kind, inner: WorkProgram(by: &chance, budget: &budget, depth: depth + 1, isInSpan: isInner)))
        }
        self.steps = steps
    }

    init(_ text: String) {
        var rest: Substring = text[...]
        self.init(&rest)
    }

    private init(_ rest: inout Substring) {
        var steps: [Step] = []
        while let kind: Character = rest.first, kind != ")" {
            rest = rest.dropFirst(2)
            steps.append(Step(kind: kind, inner: WorkProgram(&rest)))
            rest = rest.dropFirst()
        }
        self.steps = steps
    }

    var description: String { steps.map { "\($0.kind)(\($0.inner))" }.joined() }

    /// The spans that it leaves, as a program of spans and calls alone.
    var outline: String {
        steps.map { step in
            "sc".contains(step.kind) ? "\(step.kind)(\(step.inner.outline))" : step.inner.outline
        }.joined()
    }

    func run(_ next: EchoClient, _ tracer: ServiceTracer) async throws {
        for step: Step in steps {
            switch step.kind {
            case "s": try await tracer.withSpan("work") { _ in try await step.inner.run(next, tracer) }
            case "c": _ = try await next.echo(EchoPayload(bytes: Array(step.inner.description.utf8)))
            case "t": try await Task { try await step.inner.run(next, tracer) }.value
            default:
                try await CallMetadata.$current.withValue(CallMetadata(session: "token")) { try await step.inner.run(next, tracer) }
            }
        }
    }
}
