/// Somebody looks at a clinic's free times day by day, by the clinic's own calendar.
public struct ViewSlotGridUseCase: Sendable {
    private let clinics: any FindClinicsInterface
    private let slots: any MakeSlotsInterface
    private let appointments: any FindAppointmentsInterface
    private let rules: SlotRules
    private let now: @Sendable () -> Moment

    public init(
        clinics: any FindClinicsInterface, slots: any MakeSlotsInterface, appointments: any FindAppointmentsInterface, rules: SlotRules,
        now: @escaping @Sendable () -> Moment
    ) {
        self.clinics = clinics
        self.slots = slots
        self.appointments = appointments
        self.rules = rules
        self.now = now
    }

    /// A week from the first day on, or fewer days where they have many times. Days in the past, and those that can not be booked yet,
    /// count as the nearest that can.
    /// - Throws: an ``AppointmentsProblem`` where there is no such clinic or practitioner.
    public func execute(_ query: SlotGridQueryDomainModel) async throws -> SlotGridDomainModel {
        let clinic: ClinicDomainModel = try clinics.clinic(query.clinic)
        if let practitioner: String = query.practitioner, !clinic.practitioners.contains(where: { $0.id == practitioner }) {
            throw AppointmentsProblem.unknownPractitioner(practitioner)
        }
        let now: Moment = now()
        let (today, last): (CalendarDay, CalendarDay) = (slots.day(of: now, at: clinic), slots.day(of: rules.end(at: now), at: clinic))
        let first: CalendarDay = min(max(query.first ?? today, today), last)
        var days: [SlotGridDomainModel.Day] = []
        var count: Int = 0
        var day: CalendarDay = first
        while day <= last, days.count < SlotGridDomainModel.mostDays {
            let times: [SlotGridDomainModel.Time] = try await times(of: day, at: clinic, with: query.practitioner, now)
            count += times.count
            guard days.isEmpty || count <= SlotGridDomainModel.mostTimes else { break }
            days.append(SlotGridDomainModel.Day(day: day, times: times))
            day = day.adding(1)
        }
        return SlotGridDomainModel(
            clinic: clinic, days: days, earlier: first > today ? max(today, first.adding(-SlotGridDomainModel.mostDays)) : nil,
            later: day <= last ? day : nil)
    }

    private func times(
        of day: CalendarDay, at clinic: ClinicDomainModel, with practitioner: String?, _ now: Moment
    ) async throws -> [SlotGridDomainModel.Time] {
        guard let range: Range<Moment> = rules.bookable(slots.bounds(of: day, at: clinic), at: now) else { return [] }
        let all: SlotDay = SlotDay([clinic], practitioner: practitioner, slots: slots, in: range)
        guard let span: Range<Moment> = all.span else { return [] }
        return all.freeTimes(between: try await appointments.booked(all.practitioners, in: span))
    }
}
