internal import ColonnadeContract
internal import ColonnadeEventLoop

/// Spans of sampled calls, and calls that somebody watches. Nothing here runs for other calls.
extension ServerConnection {
    /// Notes the beginning of a call that brings metadata, or comes while somebody watches or traces are made.
    func observe(_ call: ServedActivation, bytes: Int) {
        guard !core.table.boards[call.position].isPlatforms else { return }
        let traceparent: String? = call.metadata.traceparent
        let (context, parent): (TraceContext?, UInt64?) = core.configuration.tracer?.context(of: traceparent) ?? (nil, nil)
        if let context, context.isSampled || parent == nil { call.join(context) }
        let sampled: TraceContext? = context.flatMap { $0.isSampled ? $0 : nil }
        guard sampled != nil || core.watches.isOpen else { return }
        call.observe(ObservedCall(context: sampled, parent: parent, start: core.preciseNow, inputBytes: bytes))
        attention.change { $0 += 1 }
    }

    /// Notes the end of a call.
    func observed(_ call: ServedActivation, _ reply: Reply) {
        let observed: ObservedCall? = call.takeObserved()
        if observed != nil { attention.change { $0 -= 1 } }
        let board: ServedBoard = core.table.boards[call.position]
        guard !board.isPlatforms else { return }
        let (start, now): (UInt64, UInt64) = (observed?.start ?? call.started, core.preciseNow)
        let end: CallSpan.End = observed?.told ?? CallSpan.End(reply)
        if let observed, let context: TraceContext = observed.context {
            core.configuration.tracer?.keep(
                CallSpan(
                    context: context, parent: observed.parent, side: .served, interface: board.interface, board: board.name,
                    peer: edge.consumer, start: start, nanoseconds: now &- start, end: end, inputBytes: observed.inputBytes,
                    outputBytes: observed.outputBytes))
        }
        guard core.watches.isOpen else { return }
        core.watches.add(
            SeenCall(
                interface: board.interface, board: board.name, consumer: edge.consumer, trace: observed?.context?.trace, start: start,
                nanoseconds: now &- min(start, now), end: end, inputBytes: observed?.inputBytes, outputBytes: observed?.outputBytes))
    }
}

/// Those who watch a server's calls.
final class CallWatches {
    private var watches: [ObjectIdentifier: CallWatch] = [:]

    var isOpen: Bool { !watches.isEmpty }

    var count: Int { watches.count }

    func add(_ watch: CallWatch) {
        watches[ObjectIdentifier(watch)] = watch
    }

    /// - Returns: whether it was there.
    func remove(_ watch: CallWatch) -> Bool {
        watches.removeValue(forKey: ObjectIdentifier(watch)) != nil
    }

    func add(_ call: SeenCall) {
        for watch: CallWatch in watches.values { watch.add(call) }
    }

    func end() {
        for watch: CallWatch in watches.values { watch.end() }
    }
}
