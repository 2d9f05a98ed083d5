/// What appointments shows to people.
public struct AppointmentsScreens: Sendable {
    /// Screens that one consumer may have open at the same time: each is some 10 KB.
    public static let limit: Int = 1_000

    let list: AppointmentListScreenBoard
    let booking: BookingScreenBoard
    let appointment: AppointmentScreenBoard
    let today: TodayScreenBoard

    public init(
        list: AppointmentListScreenBoard, booking: BookingScreenBoard, appointment: AppointmentScreenBoard, today: TodayScreenBoard
    ) {
        self.list = list
        self.booking = booking
        self.appointment = appointment
        self.today = today
    }
}
