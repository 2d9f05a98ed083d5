import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// A call from the command line with a sampled trace of its own, which is shown behind the answer: on standard error, so that standard
/// output has the answer only.
struct TracedCall: Sendable {
    /// How often, and how long, spans are waited for whose handlers end behind the answer.
    private static let tries: Int = 4
    private static let pause: Duration = .milliseconds(50)

    let target: CallTarget
    let context: TraceContext
    private let parent: TraceContext?
    private let start: Date = Date()
    private let started: MonotonicTime = .read()

    /// - Parameter parent: the trace that it is part of; nil for a trace of its own.
    init(_ target: CallTarget, in parent: TraceContext?) {
        self.target = target
        self.parent = parent
        context = parent.map { TraceContext(trace: $0.trace, span: $0.next().span, isSampled: true) } ?? .root(sampling: 1)
    }

    /// Prints the tree.
    /// - Parameter end: how the call ended.
    func show(_ source: SuiteSource, json: Bool, _ end: CallEnding, on loop: EventLoop) async throws(CommandFailure) {
        let duration: Duration = MonotonicTime.read() - started
        let record: SpanRecord = SpanRecord(
            trace: context.trace.description, span: TraceContext.text(span: context.span),
            parent: parent.map { TraceContext.text(span: $0.span) }, side: .made,
            board: "\(target.contract.name).\(target.board.name)", peer: target.vertical, start: start, duration: duration,
            end: end, inputBytes: 0, outputBytes: 0)
        guard let own: TraceSpan = TraceSpan(record, of: "operator") else { return }
        var found: (tree: TraceTree, contracts: [String: ContractDescriptor])?
        for turn: Int in 1...Self.tries {
            let (sources, contracts): ([TraceSource], [String: ContractDescriptor]) = try await TraceGathering(source: source, loop: loop)
                .gather(context.trace)
            guard let tree: TraceTree = TraceTree(of: context.trace, in: sources + [TraceSource(operatorsSpan: own)]) else { return }
            found = (tree, contracts)
            if tree.isWhole || turn == Self.tries { break }
            try? await loop.sleep(for: Self.pause)
        }
        guard let (tree, contracts) = found else { return }
        if json { return Terminal.error(TracePrinting.json(tree, contracts).text) }
        let isTerminal: Bool = StandardOutput.isTerminal && Terminal.showsProgress
        for line: String in TracePrinting.lines(tree, contracts, width: isTerminal ? StandardOutput.width : nil, isColoured: isTerminal) {
            Terminal.error(line)
        }
    }
}
