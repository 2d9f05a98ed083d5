internal import ColonnadeContract
internal import ColonnadeEventLoop

extension ServerConnection {
    // MARK: Opening

    func activate(_ opening: Opening, _ body: FrameBody) {
        guard case .board(let position) = routes.route(of: opening.board) else { return declineRoute(opening) }
        let now: UInt64 = loop.now.nanoseconds
        if let deadline: UInt64 = opening.metadata.deadline, deadline <= now {
            return decline(opening, Fault(.deadlineExceeded, "The deadline had passed when the call came.", outcome: .notDispatched))
        }
        let board: ServedBoard = core.table.boards[position]
        let call: ServedActivation = spare.activation()
        call.open(self, opening, position: position, started: now)
        machine.change { $0.open(opening, form: board.form, call: call) }
        arrivingBytes = body.count
        do {
            var reader: WireReader = WireReader(body, from: Int(opening.inputOffset))
            let isKnown: Bool = try board.dispatch(&reader, call)
            guard isKnown else {
                return end(call, Fault(.unimplemented, "\(board.interface) has no board \(board.name).", outcome: .notDispatched))
            }
        } catch {
            let message: String = "The Input of \(board.interface).\(board.name) does not fit the contract: \(error)."
            return end(call, Fault(.invalid, message, outcome: .notDispatched))
        }
        if opening.isEnded { call.endCommands(.finished) }
        if let deadline: UInt64 = opening.metadata.deadline { arm(deadline, of: call) }
    }

    private func declineRoute(_ opening: Opening) {
        let (provider, board): (String, UInt16) = (core.configuration.provider, opening.board)
        guard routes.route(of: board) == .undeclared else {
            return decline(opening, Fault(.unimplemented, "\(provider) has no board \(board).", outcome: .notDispatched))
        }
        // Numbers stay with their boards, also where the consumer was built with another contract.
        let name: String = core.table.boards.first { $0.number == board }?.name ?? "board \(board)"
        let message: String = EdgeWords.undeclared(consumer ?? peerName, board: name, of: provider)
        decline(opening, Fault(.undeclared, message, outcome: .notDispatched))
    }

    private func decline(_ opening: Opening, _ fault: Fault) {
        pipe.writeFrame(FrameHeader(.fail, flags: .end, board: opening.board, stream: opening.stream), Fail(fault))
    }

    private func arm(_ deadline: UInt64, of call: ServedActivation) {
        guard machine.read({ $0.isOpen(call.stream) }) else { return }
        call.keep(
            loop.schedule(at: MonotonicTime(nanoseconds: deadline)) { [bound] in
                bound.value.deadlinePassed(call)
            })
    }

    private func deadlinePassed(_ call: ServedActivation) {
        if core.heldBack[ObjectIdentifier(call)] == nil {
            end(call, Fault(.deadlineExceeded, "The deadline passed while the handler ran.", outcome: .unknown))
        } else {
            end(call, Fault(.deadlineExceeded, "The deadline passed while the call waited at a barrier.", outcome: .notDispatched))
        }
    }

    // MARK: The handler

    func handlerWaits(_ call: ServedActivation, takesCommands: Bool) {
        let (position, started, hasMetadata): (Int, UInt64, Bool) = call.arrival
        counters.change { $0[position].begin(at: started) }
        if hasMetadata || attention.read({ $0 > 0 }) { observe(call, bytes: arrivingBytes) }
        guard takeIn(call) else { return turnAway(call, core.noRoom) }
        if isGuarded, holdBack(call, takesCommands: takesCommands) { return }
        startHandler(of: call, takesCommands: takesCommands)
    }

    func startHandler(of call: ServedActivation, takesCommands: Bool) {
        handlers.run(call, of: self)
        if takesCommands { grantCommands(call.stream, limits.commandCredit) }
    }

    /// Ends a call whose handler is not to run.
    func turnAway(_ call: ServedActivation, _ fault: Fault) {
        call.dropHandler()
        handlerEnded(call, .fail(fault))
    }

    /// Ends a call that was cancelled or refused before its turn.
    func neverStarted(_ call: ServedActivation) {
        let cancelled: Fault = Fault(.cancelled, "The call was cancelled before its handler was started.", outcome: .notDispatched)
        handlerEnded(call, .fail(call.isRefused ? noRoomForOutput : cancelled))
    }

    func handlerEnded(_ call: ServedActivation, _ reply: Reply) {
        count(call, reply)
        call.finish()
        giveBack(call)
        switch reply {
        case .sent: precondition(!machine.read { $0.isOpen(call.stream) }, "what was sent has ended the stream")
        default:
            guard let stream = machine.change({ $0.end(call.stream) }) else { break }
            write(hasRoom(for: reply) ? reply : .fail(tooMuchUnread), of: call, stream.form, hasCredit: stream.outputCredit > 0)
        }
        if attention.read({ $0 > 0 }) { observed(call, reply) }
        closeIfSpent()
        core.handlerEnded()
    }

    private func count(_ call: ServedActivation, _ reply: Reply) {
        let (position, started, _): (Int, UInt64, Bool) = call.arrival
        let nanoseconds: UInt64 = loop.now.nanoseconds &- started
        let isFailure: Bool = if case .fail = reply { true } else { false }
        if counters.change({ $0[position].end(after: nanoseconds, isFailure: isFailure) }) { return }
        core.openHistogram(of: position, edge, first: nanoseconds)
    }

    /// Ends a stream while its handler goes on, or never started.
    func end(_ call: ServedActivation, _ fault: Fault) {
        guard machine.change({ $0.end(call.stream) }) != nil else { return }
        fail(call, fault)
        call.cancel()
        closeIfSpent()
    }

    /// Ends all open calls, tells the consumer, and closes when it has read that.
    func cutOff() {
        failAll("\(core.configuration.provider) is going away and can't wait longer.")
        closeAfterFlush()
    }

    /// Ends all open calls and tells the consumer.
    func failAll(_ message: String) {
        let fault: Fault = Fault(.cancelled, message, outcome: .unknown)
        for call: ServedActivation in machine.change({ $0.end() }) {
            fail(call, fault)
            call.cancel()
        }
    }

    func fail(_ call: ServedActivation, _ fault: Fault) {
        if attention.read({ $0 > 0 }) { call.observed?.note(fault) }
        pipe.writeFrame(header(.fail, .end, call), Fail(fault.shortened(to: machine.read({ $0.frameLimit }))))
    }

    private func write(_ reply: Reply, of call: ServedActivation, _ form: OutputForm, hasCredit: Bool) {
        switch reply {
        case .output(let bytes):
            guard form == .one || hasCredit else {
                return fail(call, Fault(.internal, "The handler ended with an output that has no credit.", outcome: .done))
            }
            writeBody(.output, bytes, of: call)
        case .sent: preconditionFailure("what was sent has ended the stream")
        case .complete(let completion):
            guard form == .many else { return fail(call, Fault(.internal, "The handler gave no output.", outcome: .done)) }
            pipe.writeFrame(header(.complete, .end, call), Complete(done: completion == .done))
        case .refuse(let bytes): writeBody(.refuse, bytes, of: call)
        case .fail(let fault): fail(call, fault)
        }
    }

    /// Ends a stream with its one output, encoded directly into this turn's output.
    func write<Message: WireMessage>(_ message: Message, of call: ServedActivation) {
        let number: UInt32 = call.stream
        guard let stream = machine.change({ $0.end(number) }) else { return }
        guard stream.form == .one else { return fail(call, Fault(.internal, "A board with many outputs gave one.", outcome: .done)) }
        let limit: Int = machine.read({ $0.frameLimit })
        let header: FrameHeader = FrameHeader(.output, flags: .end, board: stream.board, stream: number)
        guard !isOutOfRoom else { return fail(call, tooMuchUnread) }
        let (bytes, isWritten): (Int, Bool) = pipe.writeFrame(header, message, limit: limit)
        guard isWritten else { return fail(call, tooLarge(bytes)) }
        noteWritten(bytes, of: call)
    }

    private func writeBody(_ type: FrameType, _ bytes: [UInt8], of call: ServedActivation) {
        guard FrameHeader.minimumLength + bytes.count <= machine.read({ $0.frameLimit }) else { return fail(call, tooLarge(bytes.count)) }
        pipe.writeFrame(header(type, .end, call), body: bytes)
        noteWritten(bytes.count, of: call)
    }

    private func header(_ type: FrameType, _ flags: FrameFlags, _ call: ServedActivation) -> FrameHeader {
        let (stream, board): (UInt32, UInt16) = call.address
        return FrameHeader(type, flags: flags, board: board, stream: stream)
    }

    private func tooLarge(_ count: Int) -> Fault {
        Fault(.tooLarge, "The answer has \(count) bytes; a frame takes \(machine.read({ $0.frameLimit })).", outcome: .done)
    }

    // MARK: Outputs

    /// Sends one output if there is credit and room.
    func emit(_ call: ServedActivation, _ output: [UInt8]) -> EmitOutcome {
        if FrameHeader.minimumLength + output.count > machine.read({ $0.frameLimit }) {
            end(call, tooLarge(output.count))
            return .ended
        }
        guard machine.read({ $0.mayEmit(call.stream) }) else { return .ended }
        if isFull || !edge.mayEmit(turn: loop.turn) { return machine.read({ $0.mayEmit(call.stream) }) ? .again : .ended }
        switch machine.change({ $0.takeOutputCredit(call.stream) }) {
        case .now:
            pipe.writeFrame(header(.output, [], call), body: output)
            noteOutput(output.count, of: call)
            return .sent
        case .later: return .again
        case .never: return .ended
        }
    }

    /// Sends one output if there is credit and room, encoded directly into this turn's output.
    /// - Returns: false if it was not sent. An output that is too long has ended the activation.
    func offer<Message: WireMessage>(_ message: Message, of call: ServedActivation) -> Bool {
        let (number, board): (UInt32, UInt16) = call.address
        guard !isFull, edge.mayEmit(turn: loop.turn), machine.change({ $0.takeOutputCredit(number) }) == .now else { return false }
        let limit: Int = machine.read({ $0.frameLimit })
        let header: FrameHeader = FrameHeader(.output, board: board, stream: number)
        let (bytes, isWritten): (Int, Bool) = pipe.writeFrame(header, message, limit: limit)
        guard isWritten else {
            end(call, tooLarge(bytes))
            return false
        }
        noteOutput(bytes, of: call)
        return true
    }

    func offer(encoded output: [UInt8], of call: ServedActivation) -> Bool {
        if case .sent = emit(call, output) { true } else { false }
    }

    /// Sends one output, or keeps `waiter` until that may be possible, unless its task was cancelled.
    func emit(_ call: ServedActivation, _ output: [UInt8], orWait waiter: ServedActivation.Waiter, unless isCancelled: Bool) {
        let outcome: EmitOutcome = emit(call, output)
        guard case .again = outcome, !isCancelled else { return waiter.resume(returning: outcome) }
        keep(waiter, of: call, output.count)
    }

    /// Keeps `waiter` until an output of so many bytes that found no room, or no credit, may find it, unless its task was cancelled.
    func awaitRoom(for call: ServedActivation, _ bytes: Int, _ waiter: ServedActivation.Waiter, unless isCancelled: Bool) {
        guard machine.read({ $0.mayEmit(call.stream) }) else { return waiter.resume(returning: .ended) }
        if isCancelled { return waiter.resume(returning: .again) }
        keep(waiter, of: call, bytes)
    }

    private func keep(_ waiter: ServedActivation.Waiter, of call: ServedActivation, _ bytes: Int) {
        call.add(waiter)
        countInHand(call, bytes)
        if isFull {
            waitingForRoom.append(call)
        } else if machine.read({ $0.hasOutputCredit(call.stream) }) {
            waitForTurn(call)
        }
    }

    /// Continues a stream in the next turn, because its edge has sent enough in this one.
    private func waitForTurn(_ call: ServedActivation) {
        if waitingForTurn.isEmpty { loop.callNextTurn(self) }
        waitingForTurn.append(call)
    }

    func callFromLoop() {
        var waiting: [ServedActivation] = []
        swap(&waiting, &waitingForTurn)
        for call: ServedActivation in waiting { call.wake() }
        if !leaving.isEmpty { endLeaving() }
    }

    // MARK: Commands

    func grantCommands(_ stream: UInt32, _ count: Int) {
        guard count > 0, machine.change({ $0.grantCommands(stream, count) }) else { return }
        pipe.writeFrame(FrameHeader(.credit, stream: stream), Credit(count: UInt32(clamping: count)))
    }

    func receive(command body: FrameBody, isLast: Bool, of call: ServedActivation) {
        do {
            try call.receive(command: body)
        } catch {
            let board: ServedBoard = core.table.boards[call.position]
            let message: String = "A command to \(board.interface).\(board.name) does not fit the contract: \(error)."
            return end(call, Fault(.invalid, message, outcome: .unknown))
        }
        if isLast { call.endCommands(.finished) }
    }
}

extension Fault {
    /// The same fault with its message shortened to fit into a frame of `limit` bytes with the other fields.
    fileprivate func shortened(to limit: Int) -> Fault {
        let room: Int = max(limit - 512, 128)
        guard message.utf8.count > room else { return self }
        var text: String = ""
        for character: Character in message {
            if text.utf8.count + String(character).utf8.count > room { break }
            text.append(character)
        }
        return Fault(code, text, outcome: outcome, retryAfter: retryAfter, report: report)
    }
}
