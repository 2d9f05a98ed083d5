public import AppointmentsDomain
public import Colonnade

/// `locateClinics`, which the module keeps to itself: says which clinics are looked for. What is done about each, rules say.
/// Not done while some are not found.
public struct LocateClinicsBoard: Sendable {
    /// The board's name and types.
    public static let id: InternalBoard<Void, ClinicDomainModel, Never, NoRefusal> = InternalBoard("Appointments", "locateClinics")

    private let useCase: LocateClinicsUseCase

    public init(useCase: LocateClinicsUseCase) {
        self.useCase = useCase
    }

    /// The board with what it does.
    public var registration: BoardRegistration {
        Self.id.registration { [useCase] _, _ in
            OutputSequence { emit in
                for clinic: ClinicDomainModel in useCase.execute() { try await emit(clinic) }
                return useCase.execute().isEmpty ? .done : .notDone
            }
        }
    }
}
