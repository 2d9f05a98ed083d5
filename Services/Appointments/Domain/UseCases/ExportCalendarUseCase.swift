/// Somebody takes a patient's appointments into a calendar program.
public struct ExportCalendarUseCase: Sendable {
    private let appointments: any FindAppointmentsInterface
    private let clinics: any FindClinicsInterface
    private let calendar: any WriteCalendarInterface
    private let now: @Sendable () -> Moment

    public init(
        appointments: any FindAppointmentsInterface, clinics: any FindClinicsInterface, calendar: any WriteCalendarInterface,
        now: @escaping @Sendable () -> Moment
    ) {
        self.appointments = appointments
        self.clinics = clinics
        self.calendar = calendar
        self.now = now
    }

    /// - Parameters:
    ///   - from: the earliest beginning; nil is 90 days ago.
    ///   - only: the one appointment that is wanted; nil for all.
    /// - Throws: ``AppointmentsProblem/notAllowed(_:)``, ``AppointmentsProblem/unknownAppointment(_:)``.
    public func execute(
        patient: String, from: Moment?, only: String? = nil, for visitor: VisitorDomainModel
    ) async throws -> CalendarDomainModel {
        try visitor.requireSight(of: patient)
        if let only {
            let one: AppointmentDomainModel = try await appointments.appointment(only)
            // As for an id that nobody has: else who tries ids learns which there are.
            guard one.patient == patient else { throw AppointmentsProblem.unknownAppointment(only) }
            return CalendarDomainModel(text: calendar.text(of: [one], at: clinics.all), count: 1, isComplete: true)
        }
        let start: Moment = from ?? now().adding(-CalendarDomainModel.usualSeconds)
        let page: AppointmentPageDomainModel = try await appointments.page(
            ofPatient: patient, from: start, pageSize: CalendarDomainModel.limit, cursor: nil)
        return CalendarDomainModel(
            text: calendar.text(of: page.appointments, at: clinics.all), count: page.appointments.count, isComplete: page.next == nil)
    }
}
