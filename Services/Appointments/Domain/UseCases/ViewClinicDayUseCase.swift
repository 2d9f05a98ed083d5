/// Somebody at the front desk looks which day it is at a clinic.
public struct ViewClinicDayUseCase: Sendable {
    private let clinics: any FindClinicsInterface
    private let slots: any MakeSlotsInterface
    private let now: @Sendable () -> Moment

    public init(clinics: any FindClinicsInterface, slots: any MakeSlotsInterface, now: @escaping @Sendable () -> Moment) {
        self.clinics = clinics
        self.slots = slots
        self.now = now
    }

    /// - Parameter clinic: the id of a clinic; nil for the first.
    /// - Throws: ``AppointmentsProblem/notAllowed(_:)``, ``AppointmentsProblem/unknownClinic(_:)``.
    public func execute(_ clinic: String?, for visitor: VisitorDomainModel) throws(AppointmentsProblem) -> ClinicDayDomainModel {
        try visitor.requireStaff()
        let found: ClinicDomainModel = try clinics.clinic(clinic ?? clinics.all.first?.id ?? "")
        let now: Moment = now()
        let day: CalendarDay = slots.day(of: now, at: found)
        let bounds: Range<Moment> = slots.bounds(of: day, at: found)
        return ClinicDayDomainModel(
            clinic: found.id, name: found.name, timeZone: found.timeZone, day: day, bounds: bounds,
            secondsLeft: max(1, bounds.upperBound.seconds - now.seconds))
    }
}
