import AppointmentsIO
import ColonnadeContract
import FoundationEssentials

/// What a desk does with appointments.
extension Desk {
    /// Books a slot. A booking that was not dispatched is followed by another one, with a key of its own.
    /// - Returns: whether the slot was booked.
    func book(_ slot: Slot) async -> Bool {
        let wish: String = nextWish()
        for number: Int in 1...50 {
            let name: String = "\(wish) booking \(number)"
            let booking: Booking = Booking(
                key: key(), patient: patient, clinic: slot.clinic, practitioner: slot.practitioner, start: slot.start, reason: name)
            ledger.opens(name, for: wish, at: slot.start)
            let (made, verdict): (Appointment?, CallVerdict?) = await send(name, endsUndispatched: true) {
                [appointments] () async throws(AppointmentsClient.Failure) in try await appointments.book(booking)
            }
            if let made {
                ledger.hears(.confirmed(made.id), of: name)
                if made.reason != name || made.start != slot.start || made.status != .booked { fault("\(name) answered \(made)") }
                return true
            }
            switch verdict {
            case .refused(let refusal):
                if !refusal.hasPrefix("taken") { fault("\(name) was refused: \(refusal)") }
                ledger.hears(.refused, of: name)
                return false
            case .notDispatched: ledger.hears(.notDispatched, of: name)
            case .unknown: ledger.hears(.replaced, of: name)
            case .broken, nil: return false
            }
            await caller.pause(dice.milliseconds(10...400))
        }
        fault("\(wish) was never dispatched")
        return false
    }

    func move() async {
        guard let one: (booking: String, id: UUID, entry: BookingLedger.Entry) = anyBooked else { return }
        let slot: Slot = dice.pick(opened.slots)
        let move: Move = Move(appointment: one.id, practitioner: slot.practitioner, start: slot.start)
        let (moved, verdict): (Appointment?, CallVerdict?) = await send("\(one.booking) moves") {
            [appointments] () async throws(AppointmentsClient.Failure) in try await appointments.move(move)
        }
        if let moved { ledger.moved(one.booking, to: moved.start) }
        if case .refused(let refusal) = verdict, !refusal.hasPrefix("taken") { fault("\(one.booking) was not moved: \(refusal)") }
    }

    func cancel() async {
        guard let one: (booking: String, id: UUID, entry: BookingLedger.Entry) = anyBooked else { return }
        let (cancelled, verdict): (Appointment?, CallVerdict?) = await send("\(one.booking) is cancelled") {
            [appointments] () async throws(AppointmentsClient.Failure) in
            try await appointments.cancel(Cancellation(appointment: one.id))
        }
        if cancelled != nil { ledger.cancelled(one.booking) }
        if case .refused(let refusal) = verdict { fault("\(one.booking) was not cancelled: \(refusal)") }
    }

    /// What was confirmed to this desk, nobody else has touched since: the list shows it so.
    func list() async {
        let (page, _): (AppointmentsPage?, CallVerdict?) = await send("\(caller.name) lists") {
            [appointments, patient] () async throws(AppointmentsClient.Failure) in
            try await appointments.list(ListRequest(scope: .patient(patient), pageSize: 200))
        }
        guard let page else { return }
        for one: (booking: String, id: UUID, entry: BookingLedger.Entry) in ledger.confirmed(by: caller.name) {
            let shown: [Appointment] = page.appointments.filter { $0.id == one.id }
            let isRight: Bool =
                shown.count == 1
                && (shown[0].status == .booked ? one.entry.isBooked && shown[0].start == one.entry.start : !one.entry.isBooked)
            if !isRight { fault("\(one.booking) was confirmed, and the list shows \(shown)") }
        }
    }

    /// A free slot, as appointments says.
    func freeSlot() async -> Slot? {
        let start: Date = SuiteSurroundings.start
        let (page, _): (SlotsPage?, CallVerdict?) = await send("\(caller.name) looks for slots") {
            [appointments] () async throws(AppointmentsClient.Failure) in
            try await appointments.slots(SlotsRequest(from: start, until: start.addingTimeInterval(10 * 86_400), pageSize: 100))
        }
        return page.flatMap { $0.slots.isEmpty ? nil : dice.pick($0.slots) }
    }

    private var anyBooked: (booking: String, id: UUID, entry: BookingLedger.Entry)? {
        let all: [(booking: String, id: UUID, entry: BookingLedger.Entry)] = ledger.confirmed(by: caller.name).filter(\.entry.isBooked)
        return all.isEmpty ? nil : dice.pick(all)
    }

    private func key() -> UUID {
        let bytes: [UInt8] = (0..<16).map { _ in UInt8(dice.number(0...255)) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11],
                bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
