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

    /// - Parameter from: the earliest beginning; nil is 90 days ago.
    /// - Throws: ``AppointmentsProblem/notAllowed(_:)``.
    public func execute(patient: String, from: Moment?, for visitor: VisitorDomainModel) async throws -> CalendarDomainModel {
        try visitor.requireSight(of: patient)
        let start: Moment = from ?? now().adding(-CalendarDomainModel.usualSeconds)
        let page: AppointmentPageDomainModel = try await appointments.page(
            ofPatient: patient, from: start, pageSize: CalendarDomainModel.limit, cursor: nil)
        return CalendarDomainModel(
            text: calendar.text(of: page.appointments, at: clinics.all), count: page.appointments.count, isComplete: page.next == nil)
    }
}
