public import AppointmentsDomain
import AppointmentsIO
public import Colonnade
import ColonnadePresentation

/// `appointmentListScreen`: somebody looks at a patient's appointments.
public struct AppointmentListScreenBoard: Sendable {
    private let listing: ListAppointmentsUseCase
    private let following: FollowAppointmentsUseCase
    private let describing: DescribeAppointmentUseCase
    private let visitors: Visitors
    private let open: ShareLimit
    private let now: @Sendable () -> Moment

    /// - Parameters:
    ///   - open: bounds how many screens are open.
    ///   - now: by which it is told which appointments are ahead.
    public init(
        listing: ListAppointmentsUseCase, following: FollowAppointmentsUseCase, describing: DescribeAppointmentUseCase,
        visitors: Visitors, among open: ShareLimit, now: @escaping @Sendable () -> Moment
    ) {
        self.listing = listing
        self.following = following
        self.describing = describing
        self.visitors = visitors
        self.open = open
        self.now = now
    }

    func activate(with input: ListScreenInput, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, AppointmentsRefusal> {
        OutputSequence(showing: appointmentListView, actions, among: open) { [self] in
            try await AppointmentListViewModel(
                of: input.patient, visitor: ScreenVisitor(visitors, minorSession: input.minorSession), listing: listing,
                following: following, describing: describing, now: now)
        }
    }
}
