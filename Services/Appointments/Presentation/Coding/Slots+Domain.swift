import AppointmentsDomain
import AppointmentsIO
import Colonnade

extension SlotsPage {
    init(_ model: SlotPageDomainModel) {
        self.init(clinics: model.clinics.map(Clinic.init), slots: model.slots.map(Slot.init), next: model.next)
    }
}

extension Clinic {
    init(_ model: ClinicDomainModel) {
        self.init(
            id: model.id, name: model.name, timeZone: model.timeZone,
            practitioners: model.practitioners.map { Practitioner(id: $0.id, name: $0.name) },
            place: model.place.map { place in
                ClinicPlace(id: place.id, address: place.address, latitude: place.latitude, longitude: place.longitude)
            })
    }
}

extension Slot {
    init(_ model: SlotDomainModel) {
        self.init(clinic: model.clinic, practitioner: model.practitioner, start: Date(model.start), end: Date(model.end))
    }
}
