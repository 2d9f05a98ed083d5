import AppointmentsData
import AppointmentsDomain

extension AppointmentDomainModel {
    init(_ row: AppointmentDataModel) {
        self.init(
            id: row.id, patient: row.patient,
            slot: SlotDomainModel(
                SlotDataModel(clinic: row.clinic, practitioner: row.practitioner, start: row.start, end: row.end)),
            reason: row.reason, status: row.isBooked ? .booked : .cancelled, sequence: row.sequence,
            created: Moment(seconds: row.created), changed: Moment(seconds: row.changed))
    }

    /// The appointment as it was when something happened to it.
    init(_ event: EventDataModel) {
        self.init(
            id: event.id, patient: event.patient, slot: SlotDomainModel(event.slot), reason: event.reason,
            status: event.kind == .cancelled ? .cancelled : .booked, sequence: event.sequence,
            created: Moment(seconds: event.created), changed: Moment(seconds: event.changed))
    }
}

extension SlotDomainModel {
    init(_ slot: SlotDataModel) {
        self.init(
            clinic: slot.clinic, practitioner: slot.practitioner, start: Moment(seconds: slot.start), end: Moment(seconds: slot.end))
    }
}

extension SlotDataModel {
    init(_ slot: SlotDomainModel) {
        self.init(clinic: slot.clinic, practitioner: slot.practitioner, start: slot.start.seconds, end: slot.end.seconds)
    }
}

extension BookingDomainModel {
    /// Everything that the key stands for, as one text. No part but the last can hold a line's end.
    var content: String {
        [patient, clinic, practitioner, String(start.seconds), reason.map { "=" + $0 } ?? ""].joined(separator: "\n")
    }
}
