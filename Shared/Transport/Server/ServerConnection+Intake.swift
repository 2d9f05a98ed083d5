internal import ColonnadeContract
internal import ColonnadeEventLoop

/// What is known of the bytes that come on a connection.
struct Intake {
    /// Bytes of an unfinished frame that have come.
    var pending: Int = 0
    /// Bytes that are counted for it: all that it will have.
    var reserved: Int = 0
    /// Nothing is read until bytes were given back.
    var waitsForRoom: Bool = false
    /// When that began, in nanoseconds of the loop's clock.
    var waitsSince: UInt64 = 0
    /// Frames that have come.
    var frames: Int = 0
    /// Looks now and again whether an unfinished frame goes on.
    var timer: LoopTimer?
    /// Something came since the edge was last looked through.
    var hasSpoken: Bool = true
    /// PING was sent, and nothing came since.
    var isAsked: Bool = false
}

/// The budget for what comes in: an unfinished frame is counted with all the bytes it will have before they are read, a call with its
/// Input as long as it is open, a command until a handler takes it.
extension ServerConnection {
    /// Frames from this size on wait for room before they are read; smaller ones are there already when their header is seen.
    private static let leastWaitingFrame: Int = 64 << 10

    /// How often a connection that waits for room is looked at.
    private static let secondsBetweenLooks: Int = 2

    var waitsForRoom: Bool { intake.read { $0.waitsForRoom } }

    /// Counts what a read has brought, and what it has left unfinished.
    func noteRead(_ frames: Int, pending: Int) {
        edge.countFrames(frames)
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

    /// Counts the unfinished frame, where there is room for it.
    /// - Returns: false where the connection has to wait.
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

    /// Whether a frame that has come may be worked on: a command waits until others were taken.
    func hasRoom(for header: FrameHeader, _ body: FrameBody) -> Bool {
        header.type != .command || hasRoom(for: header, bytes: body.count)
    }

    func hasRoom(for header: FrameHeader, bytes: Int) -> Bool {
        // What was reserved for the frame itself is not counted twice.
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
        watchFrame()
    }

    // MARK: Frames that do not go on

    private func watchFrame() {
        let (frames, pending, waits): (Int, Int, Bool) = intake.read { ($0.frames, $0.pending, $0.waitsForRoom) }
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
                // Nothing is read meanwhile, the peer's end neither: what is written to one that has gone fails.
                pipe.writePing(.ping, 0)
                return watchFrame()
            }
            return violate(Violation("no room came within \(limits.roomSeconds) s for what was sent", code: .exhausted))
        }
        guard now.pending > 0 else { return }
        // Reading may be paused because the consumer does not read.
        if now.frames != frames || now.pending - pending >= limits.frameProgressBytes || isBlocked { return watchFrame() }
        violate(Violation("the rest of a frame did not come within \(limits.frameSeconds) s"))
    }

    // MARK: Calls and commands

    /// Counts a call that is to be served.
    /// - Returns: false where there is no room for it.
    func takeIn(_ call: ServedActivation) -> Bool {
        let isConversation: Bool = core.table.boards[call.position].form == .many
        let bytes: Int = arrivingBytes + (isConversation ? limits.conversationBytes : limits.activationBytes)
        // The bytes of its frame may be counted still: the frame was whole in this read.
        giveReserved()
        guard inbound.take(bytes) else { return false }
        call.count(inbound: bytes)
        return true
    }

    /// Gives back what an ended call has held.
    func giveBack(_ call: ServedActivation) {
        let (taken, expected): (Int, Int) = call.giveUpBytes()
        if taken > 0 { inbound.give(back: taken) }
        if expected > 0 { outbound.give(back: expected) }
        if isHeldUp { handlers.release(self) }
        if edge.hasWaiting { edge.tellWaiting() }
    }

    /// A handler has taken a command: the bytes of the one before are given back, and credit for as many more goes out, some at a time.
    func commandTaken(by call: ServedActivation) {
        let (bytes, credit): (Int, Int) = call.takeCommand()
        if bytes > 0 {
            inbound.give(back: bytes)
            edge.tellWaiting()
        }
        if credit > 0 { grantCommands(call.stream, credit) }
    }

    /// Gives back everything: the connection is gone.
    func giveBackAll() {
        let timer: LoopTimer? = intake.change { $0.timer.take() }
        timer?.cancel()
        giveReserved()
        noteDrained()
        inbound.close()
        outbound.close()
        edge.tellWaiting()
    }

    // MARK: Signs of life

    /// Called now and again while the edge is nearly full: asks who says nothing, and ends who does not answer or does not read.
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
