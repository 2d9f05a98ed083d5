import AppointmentsDomain
import AppointmentsIO
import Colonnade

extension AppointmentsRefusal {
    init(_ problem: AppointmentsProblem) throws(Fault) {
        switch problem {
        case .notAllowed(let reason): self = .notAllowed(reason: reason)
        case .unknownClinic(let clinic): self = .unknownClinic(clinic: clinic)
        case .unknownPractitioner(let practitioner): self = .unknownPractitioner(practitioner: practitioner)
        case .unknownSlot(let clinic, let practitioner, let start):
            self = .unknownSlot(clinic: clinic, practitioner: practitioner, start: Date(start))
        case .unknownAppointment(let id): self = .unknownAppointment(appointment: try UUID(model: id))
        case .past(let start): self = .past(start: Date(start))
        case .taken(let slot): self = .taken(clinic: slot.clinic, practitioner: slot.practitioner, start: Date(slot.start))
        case .keyReused(let key): self = .keyReused(key: try UUID(model: key))
        case .cancelled(let id): self = .cancelled(appointment: try UUID(model: id))
        case .rangeTooLong(let days, let limit): self = .rangeTooLong(days: days, limit: limit)
        case .emptyRange: self = .emptyRange
        case .invalidPageSize(let size, let allowed):
            self = .invalidPageSize(pageSize: size, smallest: allowed.lowerBound, largest: allowed.upperBound)
        case .invalidCursor(let cursor): self = .invalidCursor(cursor: cursor)
        case .invalidDay(let day): self = .invalidDay(day: day)
        case .invalidText(let field, let limit): self = .invalidText(field: field, limit: limit)
        }
    }
}

/// Runs a use case, and turns its own "no" into the interface's.
func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let problem as AppointmentsProblem {
        throw try AppointmentsRefusal(problem)
    }
}
