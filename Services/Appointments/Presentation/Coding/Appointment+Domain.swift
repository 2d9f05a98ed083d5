import AppointmentsDomain
import AppointmentsIO
import Colonnade

extension Appointment {
    init(_ model: AppointmentDomainModel) throws(Fault) {
        self.init(
            id: try UUID(model: model.id), patient: model.patient, clinic: model.slot.clinic, practitioner: model.slot.practitioner,
            start: Date(model.slot.start), end: Date(model.slot.end), reason: model.reason,
            status: model.status == .booked ? .booked : .cancelled, sequence: model.sequence)
    }
}

extension AppointmentsPage {
    init(_ model: AppointmentPageDomainModel) throws {
        self.init(appointments: try model.appointments.map(Appointment.init), next: model.next, follow: model.follow)
    }
}

extension AppointmentNews {
    init(_ model: AppointmentNewsDomainModel) throws {
        switch model.subject {
        case .following: self = .following(cursor: model.cursor)
        case .booked(let appointment): self = .booked(appointment: try Appointment(appointment), cursor: model.cursor)
        case .moved(let appointment): self = .moved(appointment: try Appointment(appointment), cursor: model.cursor)
        case .cancelled(let appointment): self = .cancelled(appointment: try Appointment(appointment), cursor: model.cursor)
        }
    }
}

extension ListScopeDomainModel {
    init(_ scope: ListScope) {
        switch scope {
        case .patient(let patient): self = .patient(patient)
        case .clinicDay(let clinic, let day): self = .clinicDay(clinic: clinic, day: day)
        }
    }
}

extension FollowScopeDomainModel {
    init(_ scope: FollowScope) {
        switch scope {
        case .patient(let patient): self = .patient(patient)
        case .clinic(let clinic): self = .clinic(clinic)
        case .all: self = .all
        }
    }
}

extension UUID {
    /// An id as the domain has it: what this vertical gave, so it is one.
    init(model: String) throws(Fault) {
        guard let id: UUID = UUID(uuidString: model) else {
            throw Fault(.internal, "The appointment \(model) was kept under an id that is none.", outcome: .done)
        }
        self = id
    }
}
