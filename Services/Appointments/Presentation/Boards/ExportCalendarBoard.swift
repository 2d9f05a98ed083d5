public import AppointmentsDomain
import AppointmentsIO

/// `exportCalendar`: a patient's appointments for a calendar program.
public struct ExportCalendarBoard: Sendable {
    private let useCase: ExportCalendarUseCase
    private let visitors: Visitors

    public init(useCase: ExportCalendarUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: CalendarRequest) async throws -> CalendarExport {
        let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
        let calendar: CalendarDomainModel = try await refusing {
            try await useCase.execute(
                patient: input.patient, from: input.from.map(Moment.init(from:)), only: input.appointment?.uuidString, for: visitor)
        }
        return CalendarExport(text: calendar.text, count: calendar.count, isComplete: calendar.isComplete)
    }
}
