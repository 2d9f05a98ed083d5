public import AppointmentsIO
public import Colonnade

/// What appointments offers: each requirement is handed to its board.
public struct AppointmentsVertical: AppointmentsInterface {
    private let slotsBoard: SlotsBoard
    private let bookBoard: BookBoard
    private let moveBoard: MoveBoard
    private let cancelBoard: CancelBoard
    private let listBoard: ListBoard
    private let followBoard: FollowBoard
    private let exportCalendarBoard: ExportCalendarBoard
    private let screens: AppointmentsScreens

    public init(
        slots: SlotsBoard, book: BookBoard, move: MoveBoard, cancel: CancelBoard, list: ListBoard, follow: FollowBoard,
        exportCalendar: ExportCalendarBoard, screens: AppointmentsScreens
    ) {
        slotsBoard = slots
        bookBoard = book
        moveBoard = move
        cancelBoard = cancel
        listBoard = list
        followBoard = follow
        exportCalendarBoard = exportCalendar
        self.screens = screens
    }

    public func slots(_ input: SlotsRequest) async throws(Failure) -> SlotsPage {
        try await attempt { try await slotsBoard.activate(with: input) }
    }

    public func book(_ input: Booking) async throws(Failure) -> Appointment {
        try await attempt { try await bookBoard.activate(with: input) }
    }

    public func move(_ input: Move) async throws(Failure) -> Appointment {
        try await attempt { try await moveBoard.activate(with: input) }
    }

    public func cancel(_ input: Cancellation) async throws(Failure) -> Appointment {
        try await attempt { try await cancelBoard.activate(with: input) }
    }

    public func list(_ input: ListRequest) async throws(Failure) -> AppointmentsPage {
        try await attempt { try await listBoard.activate(with: input) }
    }

    public func follow(_ input: FollowAppointments) -> Outputs<AppointmentNews> {
        followBoard.activate(with: input)
    }

    public func exportCalendar(_ input: CalendarRequest) async throws(Failure) -> CalendarExport {
        try await attempt { try await exportCalendarBoard.activate(with: input) }
    }

    public func appointmentListScreen(_ input: ListScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.list.activate(with: input, actions)
    }

    public func bookingScreen(_ input: BookingScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.booking.activate(with: input, actions)
    }

    public func appointmentScreen(_ input: AppointmentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.appointment.activate(with: input, actions)
    }

    public func todayScreen(_ input: TodayScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.today.activate(with: input, actions)
    }
}
