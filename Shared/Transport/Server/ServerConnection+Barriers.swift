internal import ColonnadeContract
internal import ColonnadeEventLoop

/// A call that waits at a barrier.
struct HeldBackCall {
    let call: ServedActivation
    let connection: ServerConnection
    let takesCommands: Bool
    let place: any BarrierPlace
}

/// Calls that wait at barriers before their handlers start. Each leaves in one of four ways: it is admitted, rejected, or
/// cancelled (by its consumer, its deadline or its connection's end), or the server drains. Then the handlers' tasks or
/// ``turnAway(_:_:)`` take over, so that all terminal frames come from one place.
extension ServerConnection {
    /// Asks the board's barrier, if it has one.
    /// - Returns: false if the handler may start now.
    func holdBack(_ call: ServedActivation, takesCommands: Bool) -> Bool {
        guard let barrier: any BoardBarrier = core.barriers[call.position], !barrier.isOpen(for: consumer) else { return false }
        let visitor: BarrierVisitor = BarrierVisitor(consumer: consumer, metadata: call.metadata, bytes: arrivingBytes)
        switch barrier.admit(visitor, decide: { [unowned self] fault in self.decided(call, fault) }) {
        case .pass: return false
        case .fail(let fault): turnAway(call, fault)
        case .wait(let place):
            guard !core.isDraining else {
                place.leave()
                turnAway(call, core.drainingAtBarrier)
                return true
            }
            core.heldBack[ObjectIdentifier(call)] = HeldBackCall(
                call: call, connection: self, takesCommands: takesCommands, place: place)
        }
        return true
    }

    private func decided(_ call: ServedActivation, _ fault: Fault?) {
        guard let held: HeldBackCall = core.heldBack.removeValue(forKey: ObjectIdentifier(call)) else { return }
        if let fault { return turnAway(call, fault) }
        startHandler(of: call, takesCommands: held.takesCommands)
    }

    /// Leaves the place of a cancelled call; its task answers it.
    func leaveBarrier(_ call: ServedActivation) {
        guard let held: HeldBackCall = core.heldBack.removeValue(forKey: ObjectIdentifier(call)) else { return }
        held.place.leave()
        core.handlers.run(call, of: self)
    }
}

extension ServerCore {
    /// Sends away all calls that wait at barriers; their consumers try elsewhere.
    func sendAwayHeldBack() {
        let waiting: [HeldBackCall] = heldBack.values.sorted { $0.call.stream < $1.call.stream }
        heldBack.removeAll()
        for held: HeldBackCall in waiting {
            held.place.leave()
            held.connection.turnAway(held.call, drainingAtBarrier)
        }
    }

    var drainingAtBarrier: Fault {
        Fault(.draining, "\(configuration.provider) is going away, and the call still waited at a barrier.", outcome: .notDispatched)
    }
}
