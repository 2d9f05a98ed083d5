/// What appointments shows to people.
public struct AppointmentsScreens: Sendable {
    /// Screens that one consumer may have open at the same time: a shell has one for each person and tile, and each is some 40 KB where its
    /// page is full.
    public static let limit: Int = 4_000

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
