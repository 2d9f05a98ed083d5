/// Somebody looks at a patient's appointments, or at a clinic's day.
public struct ListAppointmentsUseCase: Sendable {
    private let appointments: any FindAppointmentsInterface
    private let clinics: any FindClinicsInterface
    private let slots: any MakeSlotsInterface

    public init(appointments: any FindAppointmentsInterface, clinics: any FindClinicsInterface, slots: any MakeSlotsInterface) {
        self.appointments = appointments
        self.clinics = clinics
        self.slots = slots
    }

    /// - Throws: an ``AppointmentsProblem``.
    public func execute(_ query: ListQueryDomainModel, for visitor: VisitorDomainModel) async throws -> AppointmentPageDomainModel {
        guard ListQueryDomainModel.pageSizes.contains(query.pageSize) else {
            throw AppointmentsProblem.invalidPageSize(query.pageSize, allowed: ListQueryDomainModel.pageSizes)
        }
        switch query.scope {
        case .patient(let patient):
            try visitor.requireSight(of: patient)
            return try await appointments.page(
                ofPatient: patient, from: query.from, pageSize: query.pageSize, cursor: query.cursor)
        case .clinicDay(let id, let text):
            try visitor.requireStaff()
            let clinic: ClinicDomainModel = try clinics.clinic(id)
            guard let day: CalendarDay = CalendarDay(text) else { throw AppointmentsProblem.invalidDay(text) }
            let bounds: Range<Moment> = slots.bounds(of: day, at: clinic)
            let from: Moment = min(max(bounds.lowerBound, query.from ?? bounds.lowerBound), bounds.upperBound)
            return try await appointments.page(
                ofClinic: id, in: from..<bounds.upperBound, pageSize: query.pageSize, cursor: query.cursor)
        }
    }
}
