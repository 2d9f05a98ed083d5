import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// Two processes of one vertical, while the next takes the place of the one that serves.
extension SuiteRunner {
    /// Has the next generation take the place of the one that serves; a restart where none does, or the vertical must be alone.
    /// - Parameter next: what is to be started; nil for the same.
    /// - Returns: the next generation where it starts beside the one that serves; nil for a restart.
    func replace(_ name: String, by next: SuitePlan.Vertical?) -> UInt64? {
        guard let slot: ChildSlot = slots[name], let child: ChildMachine = machine.children[name] else { return nil }
        // A program that is no vertical has no sockets to share.
        let isExclusive: Bool =
            [slot.vertical, next].contains { $0.map { $0.launcher.program != nil || $0.description.handover == .exclusive } ?? false }
        let isBeside: Bool = child.state == .ready && !isExclusive
        let generation: UInt64 = machine.nextGeneration(of: name)
        if let next {
            isBeside ? slot.tryOut(next) : slot.take(next)
            machine.govern(name, byNext: next.launcher.policy)
            try? writeConfiguration(of: next)
        }
        carryOut(machine.replace(name, exclusively: isExclusive, now: now, random: &random))
        return isBeside ? generation : nil
    }

    /// The place of the process of that number.
    func seat(_ slot: ChildSlot, _ generation: UInt64) -> ChildSeat {
        slot.seat(machine.seat(of: slot.vertical.name, generation: generation) ?? .current)
    }

    /// The processes of a vertical beside the one that its status is about.
    func others(of name: String) -> [GenerationStatus] {
        [Seat.next, .last].compactMap { seat in
            guard let child: ChildMachine = machine.child(name, at: seat) else { return nil }
            return GenerationStatus(
                generation: child.generation, pid: child.pid.map { Int($0) }, state: VerticalState(child.state), reason: child.reason)
        }
    }

    /// A timer of a process that may have got another place since it was armed.
    func timerCame(_ timer: ChildTimer, _ seat: ChildSeat, of name: String) {
        guard let place: Seat = slots[name]?.seats.first(where: { $0.value === seat })?.key else { return }
        carryOut(machine.handle(.timer(timer), of: name, at: place, now: now, random: &random))
    }

    func promoted(_ name: String) {
        slots[name]?.promote()
        if machine.predecessors[name] == nil { left(name) }
        tell(name, evenIfSame: true)
    }

    /// The process whose place was taken is gone, and what it was allowed beyond the next one's rights.
    func left(_ name: String) {
        guard let slot: ChildSlot = slots[name] else { return }
        slot.seats[.last] = nil
        slot.formerVertical = nil
        try? writeRights(around: name)
    }

    func thrownAway(_ name: String, _ reason: String?) {
        guard let slot: ChildSlot = slots[name], let generation: UInt64 = slot.seats[.next]?.generation else { return }
        slot.throwAway()
        try? writeConfiguration(of: slot.vertical)
        slot.lastFailure = (generation, reason ?? "was told to stop")
        // What the old program may call is what counts again.
        try? writeRights(around: name)
        guard let reason else { return }
        onNotice?("\(name): generation \(generation) was thrown away, and the one before goes on: it \(reason)")
    }
}
