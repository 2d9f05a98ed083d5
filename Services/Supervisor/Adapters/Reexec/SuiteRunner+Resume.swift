import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Going on where the program before this one has left off.
extension SuiteRunner {
    /// Takes over the lives, the processes, their timers and what they write. Before anything else.
    func resume(_ inheritance: Inheritance) throws(HandoverError) {
        let verticals: [VerticalHandover] = inheritance.handover.verticals
        try machine.resume(inheritance.handover.lives, restarts: inheritance.handover.restarts)
        for handed: VerticalHandover in verticals {
            guard let slot: ChildSlot = slots[handed.name], let child: ChildMachine = machine.children[handed.name] else { continue }
            slot.resume(handed, told: child.state)
            do {
                // Instances of a vertical may be programs of different age.
                slot.take(slot.vertical.with(try VerticalDescription(json: handed.description), identity: handed.identity))
                for output: OutputHandover in handed.outputs {
                    guard let reading: OwnedDescriptor = inheritance.outputs[output.descriptor] else { continue }
                    let taken: ChildOutput = try ChildOutput(reading, of: slot, output.generation, rest: output.rest, loop: loop)
                    if output.isPresent { slot.seat(.current).output = taken.reader }
                }
                try resumeProcess(of: slot, child, handed)
            } catch {
                throw HandoverError("\(handed.name) can not be taken over: \(error)")
            }
        }
        crashes.resume(inheritance.handover.crashes)
        endStrays()
    }

    private func resumeProcess(of slot: ChildSlot, _ child: ChildMachine, _ handed: VerticalHandover) throws {
        let name: String = handed.name
        let generation: UInt64 = child.generation
        let seat: ChildSeat = slot.seat(.current)
        seat.generation = generation
        if let pid: Int32 = child.pid {
            seat.process = try ChildProcess.adopt(pid: pid, loop: loop) { [bound] exit in
                bound.value.exited(name, generation, ChildExit(exit))
            }
        }
        resumeTimers(of: seat, child, handed)
        guard child.state == .starting else { return }
        if handed.process.isAsked {
            seat.asked = generation
            // Behind everything that is taken over: the answer changes the suite.
            loop.execute { [bound] in bound.value.askAgain(name, generation) }
        } else {
            watchReadiness(of: seat, name, slot.vertical.launcher, try request(slot, generation))
        }
    }

    private func resumeTimers(of seat: ChildSeat, _ child: ChildMachine, _ handed: VerticalHandover) {
        let name: String = handed.name
        let bound: LoopBound<SuiteRunner> = bound
        let boundSeat: LoopBound<ChildSeat> = LoopBound(seat, loop: loop)
        let now: MonotonicTime = .read()
        var timers: [ChildTimer: (due: MonotonicTime, length: Duration)] = [:]
        for timer: TimerHandover in handed.process.timers {
            guard let kind: ChildTimer = ChildTimer(rawValue: timer.timer) else { continue }
            timers[kind] = (min(MonotonicTime(nanoseconds: 0) + timer.due, now + timer.length), timer.length)
        }
        // Without it nobody would look at the child again.
        if let needed: ChildTimer = machine.neededTimer(of: name), timers[needed] == nil { timers[needed] = (now, .zero) }
        for (kind, (due, length)): (ChildTimer, (due: MonotonicTime, length: Duration)) in timers {
            seat.timers.arm(kind, length, due: due) { bound.value.timerCame(kind, boundSeat.value, of: name) }
        }
    }

    private func askAgain(_ name: String, _ generation: UInt64) {
        guard let slot: ChildSlot = slots[name], slot.seat(.current).asked == generation else { return }
        slot.seat(.current).asked = nil
        start(slot, generation)
    }

    /// Ends what the program before this one had started to ask it something: nobody waits for the answer any more.
    private func endStrays() {
        let known: Set<Int32> = Set(slots.values.flatMap { $0.seats.values.compactMap { $0.process?.pid } })
        for pid: Int32 in ChildProcess.ofThisProcess where !known.contains(pid) { ChildProcess.end(stray: pid) }
    }
}

extension ChildSlot {
    /// Takes over what is known of the vertical beside its life.
    fileprivate func resume(_ handed: VerticalHandover, told state: ChildState) {
        log.resume(lines: handed.logLines, lostLines: handed.lostLines)
        told = state
        since = handed.since
        for end: EndHandover in handed.ends { remember(Ending(end)) }
        lastFailure = handed.failedGeneration.map { ($0, handed.failure ?? "") }
        let seat: ChildSeat = seat(.current)
        seat.firstLine = handed.process.firstLine
        seat.started = MonotonicTime(nanoseconds: 0) + handed.process.started
        seat.status = handed.process.status
        seat.edges = handed.process.edges.map {
            SuitePlan.Edge(consumer: $0.consumer, provider: InstanceName.vertical(of: handed.name), socket: $0.socket)
        }
    }
}

extension ChildSlot.Ending {
    fileprivate init(_ end: EndHandover) {
        self.init(
            generation: end.generation, exit: end.isSignal ? .signalled(end.code) : .exited(end.code), date: end.date,
            isCrash: end.isCrash, report: end.report)
    }
}
