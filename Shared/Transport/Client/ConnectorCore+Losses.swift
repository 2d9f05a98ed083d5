internal import ColonnadeContract
internal import ColonnadeEventLoop

/// What a connection leaves behind when it ends.
struct ConnectionLoss {
    /// Open calls that may have been dispatched, unless the fault says otherwise.
    let calls: [ClientCall]
    /// Calls of which the watermark says that no handler was started.
    let undispatched: [ClientCall]
    let fault: Fault
    let wasWelcomed: Bool
    /// Which process of the provider it was; nil unless it died or closed the connection without a word.
    let generation: UInt64?
}

/// Calls that wait to hear how their provider ended.
struct Mourning {
    let calls: [ClientCall]
    let fault: Fault
    let timer: LoopTimer
}

/// Calls of a connection that has ended: sent again if the rules allow it, or failed with what is known of the provider's end.
extension ConnectorCore {
    /// How long a failed call waits for the witness.
    private static let patienceWithWitness: Duration = .milliseconds(60)
    /// How long a witness that did not answer in time is left alone, in nanoseconds.
    private static let restOfWitness: UInt64 = 1_000_000_000
    /// The most boards that a question names.
    private static let mostBoards: Int = 64

    func settle(_ loss: ConnectionLoss) {
        let question: CrashQuestion? = question(about: loss)
        let fault: Fault = Fault(
            .unavailable, "\(hello.provider) went away before it took the call.", outcome: .notDispatched,
            retryAfter: loss.fault.retryAfter)
        for call: ClientCall in loss.undispatched { settle(call, fault) }
        guard let witness, let question, now >= witnessRestsUntil else {
            for call: ClientCall in loss.calls { settle(call, loss.fault) }
            return
        }
        var failing: [ClientCall] = []
        for call: ClientCall in loss.calls where call.place != .ended {
            if mayResend(call, loss.fault) { settle(call, loss.fault) } else { failing.append(call) }
        }
        ask(witness, question, for: failing, loss.fault)
    }

    private func ask(_ witness: @escaping CrashWitness, _ question: CrashQuestion, for calls: [ClientCall], _ fault: Fault) {
        lastMourning += 1
        let number: UInt64 = lastMourning
        let timer: LoopTimer = loop.schedule(after: Self.patienceWithWitness) { [bound] in bound.value.witnessIsLate(number) }
        mourning[number] = Mourning(calls: calls, fault: fault, timer: timer)
        _ = loop.startDetachedTask { [bound] in
            let report: CrashReport? = await witness(question)
            bound.value.endMourning(number, report)
        }
    }

    private func witnessIsLate(_ number: UInt64) {
        guard mourning[number] != nil else { return }
        witnessRestsUntil = now &+ Self.restOfWitness
        endMourning(number, nil)
    }

    /// Fails the calls, with the report if there is one.
    func endMourning(_ number: UInt64, _ report: CrashReport?) {
        guard let mourning: Mourning = mourning.removeValue(forKey: number) else { return }
        mourning.timer.cancel()
        let fault: Fault = report.map { mourning.fault.crashed($0, provider: hello.provider) } ?? mourning.fault
        for call: ClientCall in mourning.calls { call.complete(.failed(fault)) }
    }

    /// Nil if there is nothing to ask: no process of a supervisor's has died, or nobody was waiting for it.
    private func question(about loss: ConnectionLoss) -> CrashQuestion? {
        guard witness != nil, !isClosed, let generation: UInt64 = loss.generation, generation > 0 else { return nil }
        var counts: [UInt16: (unknown: Int, notDispatched: Int)] = [:]
        for call: ClientCall in loss.calls { counts[call.board, default: (0, 0)].unknown += 1 }
        for call: ClientCall in loss.undispatched { counts[call.board, default: (0, 0)].notDispatched += 1 }
        guard !counts.isEmpty else { return nil }
        let lost: [CrashQuestion.Lost] = counts.sorted { $0.key < $1.key }.prefix(Self.mostBoards).map { number, count in
            CrashQuestion.Lost(board: name(of: number), unknown: count.unknown, notDispatched: count.notDispatched)
        }
        return CrashQuestion(provider: hello.provider, generation: generation, lost: lost)
    }

    private func name(of board: UInt16) -> String {
        contract.boards.first { $0.number == UInt32(board) }?.name ?? "board \(board)"
    }
}

extension Fault {
    /// The fault of a call whose provider is known to have crashed.
    fileprivate func crashed(_ report: CrashReport, provider: String) -> Fault {
        let end: String = report.signal.map { "was ended by signal \($0)" } ?? report.status.map { "exited with status \($0)" } ?? "ended"
        return Fault(
            .crashed, "\(provider) crashed while the call ran: its process \(end). See `svc-supervisor crashes \(report.id)`.",
            outcome: outcome, report: report)
    }
}
