import AppointmentsIO
import Colonnade
import ColonnadeTesting

/// Appointments whose screens note that they were opened, and are over at once.
final class AppointmentsStandIn: AppointmentsInterface {
    static let calendar: String = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"

    private let opened: Mailbox<Opened>
    private let refusal: AppointmentsRefusal?

    init(_ opened: Mailbox<Opened>, refusal: AppointmentsRefusal? = nil) {
        self.opened = opened
        self.refusal = refusal
    }

    private func note(_ screen: Opened) -> Outputs<ScreenOutput> {
        opened.put(screen)
        return Outputs { [refusal] _ in
            if let refusal { throw refusal }
            return .done
        }
    }

    func appointmentListScreen(_ input: ListScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.list(input))
    }

    func bookingScreen(_ input: BookingScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.booking(input)) }

    func appointmentScreen(_ input: AppointmentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.appointment(input))
    }

    func todayScreen(_ input: TodayScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.today(input)) }

    func exportCalendar(_ input: CalendarRequest) async throws(Failure) -> CalendarExport {
        opened.put(.calendar(input))
        if let refusal { throw .refused(refusal) }
        return CalendarExport(text: Self.calendar, count: 0, isComplete: true)
    }

    func slots(_ input: SlotsRequest) async throws(Failure) -> SlotsPage { throw .refused(.emptyRange) }
    func book(_ input: Booking) async throws(Failure) -> Appointment { throw .refused(.emptyRange) }
    func move(_ input: Move) async throws(Failure) -> Appointment { throw .refused(.emptyRange) }
    func cancel(_ input: Cancellation) async throws(Failure) -> Appointment { throw .refused(.emptyRange) }
    func list(_ input: ListRequest) async throws(Failure) -> AppointmentsPage { throw .refused(.emptyRange) }
    func follow(_ input: FollowAppointments) -> Outputs<AppointmentNews> { Outputs { _ in .done } }
}
