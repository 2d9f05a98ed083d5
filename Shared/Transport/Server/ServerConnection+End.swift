internal import ColonnadeContract
internal import ColonnadeEventLoop
private import ColonnadeWire
private import DequeModule

/// Ending a connection: after a violation, by its consumer, or by a drain.
extension ServerConnection {
    func violate(_ violation: Violation) {
        guard !isClosing else { return }
        core.statistics.violations += 1
        let outcome: DeliveryOutcome = machine.read({ $0.phase }) == .open ? .unknown : .notDispatched
        pipe.writeEnd(Fault(violation.code, "The consumer broke a rule of the wire: \(violation.message).", outcome: outcome))
        closeAfterFlush()
    }

    /// Closes when the peer has read the output, or after a time limit.
    func closeAfterFlush() {
        guard !isClosing else { return }
        isClosing = true
        waitsToRead = false
        cancelAll()
        arm(seconds: limits.handshakeSeconds) { $0.pipe.close() }
        pipe.closeAfterFlush()
    }

    func close() {
        isClosing = true
        waitsToRead = false
        cancelAll()
        pipe.close()
        if hasEnded { leave() }
    }

    func pipeDidEnd(_ end: PipeEnd) {
        hasEnded = true
        edge.countFrames(Self.framesOfEnd)
        watermark.change { $0.end() }
        isClosing = true
        waitsToRead = false
        while takeHeld() != nil {}
        waitingForRoom.removeAll()
        handlers.release(self)
        leaving = Deque(machine.change { $0.end() })
        mayStillRead = end == .endOfFile
        endLeaving()
    }

    /// Ends the calls of a consumer that has gone, some in each turn, because there may be as many as a connection allows, and
    /// as many connections as an edge has. A
    /// consumer that has closed only its writing side may still read how they end.
    func endLeaving() {
        let fault: Fault = Fault(.cancelled, "The consumer has closed its end.", outcome: .unknown)
        while core.mayEndMore(), let call: ServedActivation = leaving.popFirst() {
            if mayStillRead { fail(call, fault) }
            call.cancel()
        }
        guard leaving.isEmpty else { return loop.callNextTurn(self) }
        // A peer that sends no more may still read, but gets no longer than any other that goes.
        guard mayStillRead, !pipe.flush(), pipe.queuedBytes > 0 else { return leave() }
        arm(seconds: limits.handshakeSeconds) { $0.close() }
    }

    /// Stops counting the connection.
    func leave() {
        timer?.cancel()
        timer = nil
        giveBackAll()
        core.remove(self)
    }

    private func cancelAll() {
        while takeHeld() != nil {}
        waitingForRoom.removeAll()
        for call: ServedActivation in machine.change({ $0.end() }) { call.cancel() }
        handlers.release(self)
    }

    func arm(seconds: Int, _ body: @escaping @Sendable (ServerConnection) -> Void) {
        timer?.cancel()
        timer = loop.schedule(after: .seconds(seconds)) { [bound] in body(bound.value) }
    }

    // MARK: Draining

    /// Serves what was sent so far, then closes.
    func drain() {
        guard !isClosing, machine.change({ $0.announceDrain() }) else { return }
        pipe.writeFrame(FrameHeader(.drain), Drain(phase: 1))
        pipe.writePing(.ping, ProviderConnection<ServedActivation>.drainPing)
        arm(seconds: limits.drainPongSeconds) { $0.stopDraining() }
    }

    func stopDraining() {
        guard !isClosing, let last: UInt32 = machine.change({ $0.stop() }) else { return }
        timer?.cancel()
        pipe.writeFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: last))
        moveStreams()
        closeIfSpent()
    }

    /// Ends streams that may never end by themselves, with the code `moved`: the consumer continues at the next generation.
    private func moveStreams() {
        let fault: Fault = Fault(
            .moved, "\(core.configuration.provider) is going away; the stream goes on at its next generation.", outcome: .unknown)
        for call: ServedActivation in machine.read({ $0.callsWithManyOutputs }) { end(call, fault) }
    }

    /// Closes a drained connection after its last stream.
    func closeIfSpent() {
        if machine.read({ $0.isSpent }) { closeAfterFlush() }
    }
}
