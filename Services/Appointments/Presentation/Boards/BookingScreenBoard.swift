public import AppointmentsDomain
import AppointmentsIO
public import Colonnade
import ColonnadePresentation

/// `bookingScreen`: somebody books an appointment.
public struct BookingScreenBoard: Sendable {
    private let useCases: BookingUseCases
    private let visitors: Visitors
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(
        clinics: FindClinicsUseCase, slots: ViewSlotGridUseCase, booking: BookAppointmentUseCase, finding: FindBookingUseCase,
        describing: DescribeAppointmentUseCase, visitors: Visitors, among open: ShareLimit
    ) {
        useCases = BookingUseCases(clinics: clinics, slots: slots, booking: booking, finding: finding, describing: describing)
        self.visitors = visitors
        self.open = open
    }

    func activate(
        with input: BookingScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, AppointmentsRefusal> {
        OutputSequence(showing: bookingView, actions, among: open) { [self] in
            let visitor: ScreenVisitor = ScreenVisitor(visitors, minorSession: input.minorSession)
            let patient: String = try await visitor.patient(input.patient)
            let place: PickedPlaceDomainModel? = try await refusing {
                try input.near.map { try PickedPlaceDomainModel(name: $0.name, latitude: $0.latitude, longitude: $0.longitude) }
            }
            return try await BookingViewModel(
                BookingStart(
                    key: input.key.uuidString, patient: patient, clinic: input.clinic, practitioner: input.practitioner, place: place),
                visitor: visitor, useCases: useCases)
        }
    }
}
