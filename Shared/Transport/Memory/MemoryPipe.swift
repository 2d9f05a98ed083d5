public import ColonnadeEventLoop

/// An in-process pipe: delivers the same bytes, split and delayed by its plan, never in place.
public final class MemoryPipe: Pipe {
    /// State that belongs to the loop.
    private struct State {
        var handler: (any PipeHandler)?
        var output: [UInt8] = []
        var isFlushQueued: Bool = false
        var isBlocked: Bool = false
        var hasWriteFailed: Bool = false
        var isPaused: Bool = false
        var isReadQueued: Bool = false
        var closesAfterFlush: Bool = false
        var isClosed: Bool = false
        var hasTold: Bool = false
        var hasPeerLeft: Bool = false
        var timer: LoopTimer?
    }

    public let loop: EventLoop
    private let incoming: MemoryLane
    private let outgoing: MemoryLane
    private let state: LoopBound<State>

    private init(loop: EventLoop, incoming: MemoryLane, outgoing: MemoryLane) {
        self.loop = loop
        self.incoming = incoming
        self.outgoing = outgoing
        state = LoopBound(State(), loop: loop)
    }

    /// Creates two connected ends.
    /// - Parameters:
    ///   - there: the plan for bytes from the first to the second.
    ///   - back: the plan for bytes from the second to the first.
    public static func pair(
        _ first: EventLoop, _ second: EventLoop, there: MemoryPlan = MemoryPlan(), back: MemoryPlan = MemoryPlan()
    ) -> (MemoryPipe, MemoryPipe) {
        let lanes: (there: MemoryLane, back: MemoryLane) = (MemoryLane(there), MemoryLane(back))
        return (
            MemoryPipe(loop: first, incoming: lanes.back, outgoing: lanes.there),
            MemoryPipe(loop: second, incoming: lanes.there, outgoing: lanes.back)
        )
    }

    /// Nil: both ends are this process.
    public var peer: PeerCredentials? { nil }

    public var isBlocked: Bool { state.value.isBlocked }

    public var queuedBytes: Int { state.value.output.count }

    public var hasPeerLeft: Bool { state.value.hasPeerLeft }

    public func start(_ handler: any PipeHandler) {
        precondition(state.value.handler == nil, "a pipe is started once")
        state.withValue { $0.handler = handler }
        incoming.onArrival { [loop] in loop.execute { self.readSoon() } }
        outgoing.onRoom { [loop] in loop.execute { _ = self.flush() } }
        readSoon()
    }

    public func shareCounter() -> SharedCounter? { outgoing.shareCounter() }

    public func takeCounter() -> SharedCounter? { incoming.takeCounter() }

    // MARK: Writing

    public func write(_ body: (inout [UInt8]) -> Void) {
        let isWritable: Bool = state.withValue { state in
            guard !state.isClosed, !state.closesAfterFlush, !state.hasWriteFailed else { return false }
            body(&state.output)
            guard !state.isFlushQueued, !state.isBlocked else { return true }
            state.isFlushQueued = true
            loop.execute { self.flushAtTurnEnd() }
            return true
        }
        guard !isWritable else { return }
        var dropped: [UInt8] = []
        body(&dropped)
    }

    public func write(piece: [UInt8]) {
        write { $0 += piece }
    }

    private func flushAtTurnEnd() {
        state.withValue { $0.isFlushQueued = false }
        _ = flush()
    }

    public func flush() -> Bool {
        guard !state.value.isClosed, !state.value.hasWriteFailed else { return false }
        let wasBlocked: Bool = state.value.isBlocked
        if !state.value.output.isEmpty {
            guard let (taken, isCut): (Int, Bool) = outgoing.put(state.value.output[...], now: loop.now.nanoseconds) else {
                writeFailed()
                return false
            }
            state.withValue { state in
                state.output.removeFirst(taken)
                state.isBlocked = !state.output.isEmpty
            }
            if isCut {
                incoming.close(.failed("the pipe was cut"))
                writeFailed()
                return false
            }
        }
        guard !state.value.isBlocked else { return false }
        let isClosing: Bool = state.value.closesAfterFlush
        if wasBlocked, state.value.hasTold || !isClosing { state.value.handler?.pipeDidDrain() }
        if isClosing { close() }
        return true
    }

    /// Drops the output, and reads to the end, as a socket does.
    private func writeFailed() {
        state.withValue { state in
            state.hasWriteFailed = true
            state.output.removeAll()
            state.isBlocked = false
            state.isPaused = false
        }
        if state.value.closesAfterFlush { close() } else { readSoon() }
    }

    // MARK: Reading

    public func pauseReading() {
        state.withValue { $0.isPaused = !$0.hasWriteFailed }
    }

    public func resumeReading() {
        state.withValue { $0.isPaused = false }
        readSoon()
    }

    private func readSoon() {
        let isNeeded: Bool = state.withValue { state in
            guard !state.isReadQueued, !state.isClosed, state.handler != nil else { return false }
            state.isReadQueued = true
            return true
        }
        if isNeeded { loop.execute { self.readAtNextJob() } }
    }

    private func readAtNextJob() {
        state.withValue { $0.isReadQueued = false }
        while !state.value.isPaused, !state.value.isClosed, !state.value.closesAfterFlush,
            let handler: any PipeHandler = state.value.handler
        {
            switch incoming.take(now: loop.now.nanoseconds) {
            case .piece(let bytes): handler.pipeDidRead(bytes.span)
            case .later(let delay):
                state.value.timer?.cancel()
                let timer: LoopTimer = loop.schedule(after: delay) { self.readSoon() }
                return state.withValue { $0.timer = timer }
            case .nothing: return
            case .end(let end):
                state.withValue { $0.hasPeerLeft = end == .endOfFile }
                tell(end)
                return closeAfterFlush()
            }
        }
    }

    // MARK: The end

    public func closeAfterFlush() {
        guard !state.value.isClosed, !state.value.closesAfterFlush else { return }
        state.withValue { $0.closesAfterFlush = true }
        if state.value.output.isEmpty { close() }
    }

    public func closeAfterReading() {
        guard !state.value.isClosed, !state.value.closesAfterFlush, let handler: any PipeHandler = state.value.handler else {
            return close()
        }
        state.withValue { $0.output.removeAll() }
        outgoing.close(.endOfFile)
        for piece: [UInt8] in incoming.takeRest() where !state.value.isClosed { handler.pipeDidRead(piece.span) }
        close()
    }

    public func close() {
        guard !state.value.isClosed else { return }
        state.withValue { state in
            state.isClosed = true
            state.output.removeAll()
            state.timer?.cancel()
        }
        outgoing.close(.endOfFile)
        incoming.forget()
        loop.execute {
            self.tell(.closed)
            self.state.withValue { $0.handler = nil }
        }
    }

    private func tell(_ end: PipeEnd) {
        let handler: (any PipeHandler)? = state.withValue { state in
            guard !state.hasTold else { return nil }
            state.hasTold = true
            return state.handler
        }
        handler?.pipeDidEnd(end)
    }
}
