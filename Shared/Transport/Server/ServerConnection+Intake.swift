internal import ColonnadeContract
internal import ColonnadeEventLoop

/// The state of a connection's incoming bytes.
struct Intake {
    /// Bytes of an unfinished frame received so far.
    var pending: Int = 0
    /// Bytes reserved for it: its full length.
    var reserved: Int = 0
    /// Reading is paused until bytes are given back.
    var waitsForRoom: Bool = false
    /// When the pause began, in nanoseconds of the loop's clock.
    var waitsSince: UInt64 = 0
    /// Frames received.
    var frames: Int = 0
    /// Checks periodically that an unfinished frame makes progress.
    var timer: LoopTimer?
    /// Something arrived since the edge was last examined.
    var hasSpoken: Bool = true
    /// PING was sent, and nothing has arrived since.
    var isAsked: Bool = false
}

/// The inbound budget: an unfinished frame is counted with its full length before it is read, a call with its Input while it is
/// open, a command until a handler takes it.
extension ServerConnection {
    /// Frames of this size or more wait for room before the rest of them is read.
    private static let leastWaitingFrame: Int = 4 << 10

    /// Seconds between two checks of a connection that waits for room.
    private static let secondsBetweenLooks: Int = 2

    var waitsForRoom: Bool { intake.read { $0.waitsForRoom } }

    /// Counts what a read has brought and what it has left unfinished.
    func noteRead(_ frames: Int, pending: Int) {
        let reserved: Int = intake.change { intake in
            intake.hasSpoken = true
            intake.frames &+= frames
            intake.pending = pending
            return intake.reserved
        }
        if pending == 0, reserved == 0 { return }
        if frames > 0 { giveReserved() }
        _ = reserveFrame()
        if pending > 0, intake.read({ $0.timer == nil }) { watchFrame() }
    }

    private func giveReserved() {
        let reserved: Int = intake.read { $0.reserved }
        guard reserved > 0 else { return }
        intake.change { $0.reserved = 0 }
        inbound.give(back: reserved)
    }

    /// Reserves the unfinished frame, if there is room for it.
    /// - Returns: false if the connection has to wait.
    func reserveFrame() -> Bool {
        let size: Int = decoder.read { $0.pendingBytes > 0 ? max($0.pendingSize, $0.pendingBytes) : 0 }
        let missing: Int = size - intake.read { $0.reserved }
        guard missing > 0 else { return true }
        guard size < Self.leastWaitingFrame || inbound.hasRoom(for: missing) else {
            waitForRoom()
            return false
        }
        inbound.add(missing)
        intake.change { $0.reserved = size }
        return true
    }

    /// Whether a received frame may be processed: a command waits until others were taken.
    func hasRoom(for header: FrameHeader, _ body: FrameBody) -> Bool {
        header.type != .command || hasRoom(for: header, bytes: body.count)
    }

    func hasRoom(for header: FrameHeader, bytes: Int) -> Bool {
        // The frame's own reservation is not counted twice.
        guard header.type == .command, !inbound.hasRoom(for: max(bytes - intake.read({ $0.reserved }), 0)) else { return true }
        waitForRoom()
        return false
    }

    private func waitForRoom() {
        guard !waitsForRoom else { return }
        intake.change { intake in
            intake.waitsForRoom = true
            intake.waitsSince = loop.now.nanoseconds
            intake.timer?.cancel()
        }
        pauseReading()
        edge.wait(self)
        someWait.change { $0 = true }
        watchFrame()
    }

    // MARK: Frames that make no progress

    private func watchFrame() {
        let (frames, whole, waits): (Int, Int, Bool) = intake.read { ($0.frames, $0.pending, $0.waitsForRoom) }
        // With what has come of it in the buffer that is being filled.
        let pending: Int = whole + pipe.filledBytes
        let seconds: Int = waits ? Self.secondsBetweenLooks : limits.frameSeconds
        let timer: LoopTimer = loop.schedule(after: .seconds(seconds)) { [bound] in bound.value.lookAtFrame(since: frames, pending) }
        intake.change { $0.timer = timer }
    }

    private func lookAtFrame(since frames: Int, _ pending: Int) {
        let now: Intake = intake.change { intake in
            intake.timer = nil
            return intake
        }
        guard !isClosing else { return }
        if now.waitsForRoom {
            let waited: UInt64 = loop.now.nanoseconds &- now.waitsSince
            guard waited >= UInt64(limits.roomSeconds) * 1_000_000_000 else {
                // Nothing is read meanwhile, not even the peer's end: but a write to a peer that has gone fails.
                pipe.writePing(.ping, 0)
                return watchFrame()
            }
            return violate(Violation("no room came within \(limits.roomSeconds) s for what was sent", code: .exhausted))
        }
        guard now.pending > 0 else { return }
        // Reading may be paused because the consumer does not read.
        let progress: Int = now.pending + pipe.filledBytes - pending
        if now.frames != frames || progress >= limits.frameProgressBytes || isBlocked { return watchFrame() }
        violate(Violation("the rest of a frame did not come within \(limits.frameSeconds) s"))
    }

    // MARK: Calls and commands

    /// Counts a call before it is served.
    /// - Returns: false if there is no room for it.
    func takeIn(_ call: ServedActivation) -> Bool {
        let hasManyOutputs: Bool = core.table.boards[call.position].form == .many
        let bytes: Int = arrivingBytes + (hasManyOutputs ? limits.conversationBytes : limits.activationBytes)
        // Its frame's reservation may still be held, where the frame was complete in this read: one that was held has none.
        if !servesHeld { giveReserved() }
        guard inbound.take(bytes) else { return false }
        call.count(inbound: bytes, hasManyOutputs: hasManyOutputs)
        return true
    }

    /// Gives back what an ended call held.
    func giveBack(_ call: ServedActivation) {
        let taken: Int = call.giveUpInbound()
        if taken > 0 { inbound.give(back: taken) }
        giveBackReserved(of: call)
        tellHeldUp()
    }

    /// A handler has taken a command: gives back the bytes of the previous one, and grants credit for as many more, in batches.
    func commandTaken(by call: ServedActivation) {
        let (bytes, credit): (Int, Int) = call.takeCommand()
        if bytes > 0 {
            inbound.give(back: bytes)
            if someWait.read({ $0 }) { core.tellWaiting(edge) }
        }
        if credit > 0 { grantCommands(call.stream, credit) }
    }

    /// Gives back everything, because the connection is gone.
    func giveBackAll() {
        let timer: LoopTimer? = intake.change { $0.timer.take() }
        timer?.cancel()
        outflow.timer.take()?.cancel()
        giveReserved()
        noteDrained()
        inbound.close()
        outbound.close()
        core.tellWaiting(edge)
    }

    // MARK: Signs of life

    /// Called periodically while the edge is nearly full: pings silent peers, and ends those that do not answer or do not read.
    func lookForLife() {
        guard !isClosing, machine.read({ $0.phase }) == .open else { return }
        let isStuck: Bool = isBlocked && outflow.unreadAtLook > 0 && pipe.queuedBytes >= outflow.unreadAtLook
        let (wasAsked, hasSpoken): (Bool, Bool) = intake.change { intake in
            defer { (intake.isAsked, intake.hasSpoken) = (!intake.hasSpoken, false) }
            return (intake.isAsked, intake.hasSpoken)
        }
        if isStuck || (wasAsked && !hasSpoken) { return endSilent() }
        outflow.unreadAtLook = isBlocked ? pipe.queuedBytes : 0
        if !hasSpoken { pipe.writePing(.ping, 0) }
    }

    private func endSilent() {
        failAll("The consumer gave no sign of life for \(2 * limits.idleSeconds) s, and its edge is nearly full.")
        closeAfterFlush()
    }
}

extension ServerCore {
    var noRoom: Fault {
        Fault(
            .exhausted, "The calls of this edge have all the memory that \(configuration.provider) has for them.", outcome: .notDispatched,
            retryAfter: .milliseconds(50))
    }
}
