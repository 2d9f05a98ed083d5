/// Which slots there are to book: those of the opening hours that have not begun, as far ahead as may be booked.
public struct SlotRules: Sendable {
    private let clinics: any FindClinicsInterface
    private let slots: any MakeSlotsInterface
    private let bookingSeconds: Int64

    /// - Parameter bookingDays: how many days ahead may be booked.
    public init(clinics: any FindClinicsInterface, slots: any MakeSlotsInterface, bookingDays: Int) {
        self.clinics = clinics
        self.slots = slots
        bookingSeconds = Int64(bookingDays) * 86_400
    }

    /// The part of a range in which slots can be booked; nil where there is none.
    func bookable(_ range: Range<Moment>, at now: Moment) -> Range<Moment>? {
        let from: Moment = max(range.lowerBound, now.adding(1))
        let until: Moment = min(range.upperBound, end(at: now))
        return from < until ? from..<until : nil
    }

    /// The moment from which on nothing can be booked yet.
    func end(at now: Moment) -> Moment { now.adding(bookingSeconds) }

    /// The slot that begins then, free or not.
    /// - Throws: ``AppointmentsProblem`` where there is none: past, or of an unknown clinic or practitioner, or unknown.
    func slot(clinic id: String, practitioner: String, start: Moment, at now: Moment) throws(AppointmentsProblem) -> SlotDomainModel {
        let clinic: ClinicDomainModel = try clinics.clinic(id)
        guard clinic.practitioners.contains(where: { $0.id == practitioner }) else { throw .unknownPractitioner(practitioner) }
        guard start > now else { throw .past(start) }
        guard let range: Range<Moment> = bookable(start..<start.adding(1), at: now),
            let time: Range<Moment> = slots.times(of: clinic, in: range).first
        else { throw .unknownSlot(clinic: id, practitioner: practitioner, start: start) }
        return SlotDomainModel(clinic: id, practitioner: practitioner, start: time.lowerBound, end: time.upperBound)
    }
}
