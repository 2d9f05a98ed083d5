import AppointmentsIO
import ColonnadeContract
import ColonnadePrelude
import ColonnadePresentation
import MapsIO

/// Shows appointments, and books them: from the list to one, or to a booking, which may ask for a place on the map.
final class AppointmentListFlow: FlowController {
    /// As much of a place's name as a booking takes.
    private static let placeNameBytes: Int = 200

    let stage: Stage
    private let visit: Visit
    private let places: PlacesFlow
    private let onward: @Sendable (AppRoute) -> Void

    init(on stage: Stage, for visit: Visit, places: PlacesFlow, onward: @escaping @Sendable (AppRoute) -> Void) {
        self.stage = stage
        self.visit = visit
        self.places = places
        self.onward = onward
    }

    var primary: Flow { stage.primary }
    var secondary: Flow { stage.secondary }
    var modal: Flow { stage.modal }

    func go(to step: AppointmentsStep) {
        guard let screen: PresentedScreen = make(step) else {
            onward(.onward(.account(.wards)))
            return
        }
        // A booking that goes on, and what was booked by it, stand where it stood.
        let isBooking: Bool = primary.shows([Builder.Appointments.bookingScreen])
        switch step {
        case .booking(_, _?, _) where isBooking, .appointment where isBooking: Presented.screen(screen) |> primary.replace
        default: Presented.screen(screen) |> primary.push
        }
    }

    /// The screen of a step, for where it stands beside others; nil where the person acts for nobody and the step needs a ward.
    func make(_ step: AppointmentsStep) -> PresentedScreen? {
        switch step {
        case .list(let owner): make(for: owner) { makeList(of: $0, session: $1, owner) }
        case .booking(let owner, let key, let near):
            make(for: owner) { makeBooking(for: $0, session: $1, OngoingBooking(key: key ?? stage.newID(), owner: owner), near: near) }
        case .appointment(let id, let owner):
            make(for: owner) { _, session in
                Builder.Appointments.makeAppointment(id, with: session) { [weak self] in self?.handle(.appointment($0, of: owner)) }
            }
        case .today(let clinic):
            stage.build { Builder.Appointments.makeToday(at: clinic) { [weak self] in self?.handle(.today($0)) } }
        }
    }

    func handle(_ route: AppointmentsFlowRoute) {
        switch route {
        case .list(.calendarWanted(let patient), let owner): download(of: patient, appointment: nil, owner)
        case .appointment(.calendarWanted(let patient, let appointment), let owner):
            download(of: patient, appointment: appointment, owner)
        case .appointment(.placeChosen(let id), _): onward(.onward(.places(.place(id: id))))
        case .booking(.placeWanted, let booking): pickPlace(for: booking)
        default:
            guard let step: AppointmentsStep = AppointmentsStep(after: route) else {
                stage.tellUnknown()
                return
            }
            go(to: step)
        }
    }

    private func make(
        for owner: AppointmentsOwner, _ body: (_ patient: String?, _ minorSession: String?) -> PresentedScreen
    ) -> PresentedScreen? {
        switch owner {
        case .patient(let id): stage.build { body(id, nil) }
        case .ward: visit.ward.map { ward in stage.build { body(nil, ward.token) } }
        }
    }

    private func makeList(of patient: String?, session: String?, _ owner: AppointmentsOwner) -> PresentedScreen {
        Builder.Appointments.makeList(of: patient, with: session) { [weak self] in self?.handle(.list($0, of: owner)) }
    }

    private func makeBooking(
        for patient: String?, session: String?, _ booking: OngoingBooking, near: BookingPlace?
    ) -> PresentedScreen {
        Builder.Appointments.makeBooking(booking.key, for: patient, near: near, with: session) { [weak self] in
            self?.handle(.booking($0, booking))
        }
    }

    /// The booking goes on with the place, by the same key: whatever it books, it books once.
    private func pickPlace(for booking: OngoingBooking) {
        places.pick(MapConfiguration(showDetailSelectable: true)) { [weak self] place in
            let near: BookingPlace = BookingPlace(
                name: Self.bounded(place.name), latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
            self?.go(to: .booking(for: booking.owner, key: booking.key, near: near))
        }
    }

    private func download(of patient: String, appointment: UUID?, _ owner: AppointmentsOwner) {
        let session: String? = owner == .ward ? visit.ward?.token : nil
        let request: CalendarRequest = CalendarRequest(patient: patient, minorSession: session, appointment: appointment)
        onward(.download(stage.build { Builder.Appointments.makeCalendar(request) }))
    }

    /// The characters of a name that fit.
    private static func bounded(_ name: String) -> String {
        var bytes: Int = 0
        return String(
            name.prefix { character in
                bytes += character.utf8.count
                return bytes <= placeNameBytes
            })
    }
}
