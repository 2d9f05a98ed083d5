public import AppointmentsDomain
import AppointmentsIO
public import Colonnade
import ColonnadePresentation

/// `todayScreen`: the front desk looks at a clinic's day.
public struct TodayScreenBoard: Sendable {
    private let useCases: TodayUseCases
    private let visitors: Visitors
    private let open: ShareLimit
    private let sleep: @Sendable (Duration) async throws(CancellationError) -> Void

    /// - Parameters:
    ///   - open: bounds how many screens are open.
    ///   - sleep: waits for the day's end.
    public init(
        day: ViewClinicDayUseCase, clinics: FindClinicsUseCase, listing: ListAppointmentsUseCase, following: FollowAppointmentsUseCase,
        describing: DescribeAppointmentUseCase, visitors: Visitors, among open: ShareLimit,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) {
        useCases = TodayUseCases(day: day, clinics: clinics, listing: listing, following: following, describing: describing)
        self.visitors = visitors
        self.open = open
        self.sleep = sleep
    }

    func activate(with input: TodayScreenInput, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, AppointmentsRefusal> {
        OutputSequence(showing: todayView, actions, among: open) { [self] in
            try await TodayViewModel(
                of: input.clinic, visitor: ScreenVisitor(visitors, minorSession: nil), useCases: useCases, sleep: sleep)
        }
    }
}
