/// Why something can not be done.
public enum AppointmentsProblem: Error, Hashable, Sendable {
    case notAllowed(String)
    case unknownClinic(String)
    case unknownPractitioner(String)
    case unknownSlot(clinic: String, practitioner: String, start: Moment)
    case unknownAppointment(String)
    case past(Moment)
    case taken(SlotDomainModel)
    case keyReused(String)
    case cancelled(appointment: String)
    case rangeTooLong(days: Int, limit: Int)
    case emptyRange
    case invalidPageSize(Int, allowed: ClosedRange<Int>)
    case invalidCursor(String)
    case invalidDay(String)
    case invalidText(field: String, limit: Int)
}
