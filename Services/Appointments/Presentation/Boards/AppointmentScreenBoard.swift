public import AppointmentsDomain
import AppointmentsIO
public import Colonnade
import ColonnadePresentation

/// `appointmentScreen`: somebody looks at one appointment, moves it or cancels it.
public struct AppointmentScreenBoard: Sendable {
    private let useCases: AppointmentUseCases
    private let visitors: Visitors
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(
        viewing: ViewAppointmentUseCase, following: FollowAppointmentsUseCase, slots: ViewSlotGridUseCase,
        moving: MoveAppointmentUseCase, cancelling: CancelAppointmentUseCase, describing: DescribeAppointmentUseCase,
        visitors: Visitors, among open: ShareLimit
    ) {
        useCases = AppointmentUseCases(
            viewing: viewing, following: following, slots: slots, moving: moving, cancelling: cancelling, describing: describing)
        self.visitors = visitors
        self.open = open
    }

    func activate(
        with input: AppointmentScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, AppointmentsRefusal> {
        OutputSequence(showing: appointmentView, actions, among: open) { [self] in
            try await AppointmentViewModel(
                input.id.uuidString, visitor: ScreenVisitor(visitors, minorSession: input.minorSession), useCases: useCases)
        }
    }
}
