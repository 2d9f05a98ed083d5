/// Somebody reads an appointment: with whom, where, and whether it can still be changed.
public struct DescribeAppointmentUseCase: Sendable {
    private let clinics: any FindClinicsInterface
    private let now: @Sendable () -> Moment

    public init(clinics: any FindClinicsInterface, now: @escaping @Sendable () -> Moment) {
        self.clinics = clinics
        self.now = now
    }

    /// A clinic that is not configured any more goes by its id, and its times by UTC.
    public func execute(_ appointment: AppointmentDomainModel) -> AppointmentDetailsDomainModel {
        let slot: SlotDomainModel = appointment.slot
        let clinic: ClinicDomainModel? = try? clinics.clinic(slot.clinic)
        return AppointmentDetailsDomainModel(
            appointment: appointment, clinic: clinic?.name ?? slot.clinic,
            practitioner: clinic?.practitioners.first { $0.id == slot.practitioner }?.name ?? slot.practitioner,
            timeZone: clinic?.timeZone ?? "UTC", place: clinic?.place,
            isOpen: appointment.status == .booked && slot.start > now())
    }
}
