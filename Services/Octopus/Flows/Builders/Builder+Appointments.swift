import AppointmentsIO
import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld

extension Builder {
    /// Makes the screens of appointments. A minor's session is a parameter, and never the call's own.
    enum Appointments {
        static let bookingScreen: String = "Appointments.bookingScreen"

        /// A patient's appointments; nil for the person of the session.
        static func makeList(
            of patient: String?, with minorSession: String?, route: @escaping @Sendable (AppointmentListRoute) -> Void
        ) -> PresentedScreen {
            let client: any AppointmentsInterface = Current.suite.appointments
            return PresentedScreen(
                "Appointments.appointmentListScreen",
                board: { client.appointmentListScreen(ListScreenInput(patient: patient, minorSession: minorSession), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// The booking with this key, which goes on where it is opened again.
        static func makeBooking(
            _ key: UUID, for patient: String?, near: BookingPlace?, with minorSession: String?,
            route: @escaping @Sendable (BookingRoute) -> Void
        ) -> PresentedScreen {
            let client: any AppointmentsInterface = Current.suite.appointments
            let input: BookingScreenInput = BookingScreenInput(key: key, patient: patient, near: near, minorSession: minorSession)
            return PresentedScreen(
                bookingScreen, board: { client.bookingScreen(input, $0) }, refusal: text, barrier: isBarrier, route: route)
        }

        /// One appointment.
        static func makeAppointment(
            _ id: UUID, with minorSession: String?, route: @escaping @Sendable (AppointmentRoute) -> Void
        ) -> PresentedScreen {
            let client: any AppointmentsInterface = Current.suite.appointments
            return PresentedScreen(
                "Appointments.appointmentScreen",
                board: { client.appointmentScreen(AppointmentScreenInput(id: id, minorSession: minorSession), $0) },
                refusal: text, barrier: isBarrier, route: route)
        }

        /// What a clinic has today; nil for its first.
        static func makeToday(at clinic: String?, route: @escaping @Sendable (TodayRoute) -> Void) -> PresentedScreen {
            let client: any AppointmentsInterface = Current.suite.appointments
            return PresentedScreen(
                "Appointments.todayScreen", board: { client.todayScreen(TodayScreenInput(clinic: clinic), $0) }, refusal: text,
                barrier: isBarrier, route: route)
        }

        /// A file for a calendar program.
        static func makeCalendar(_ request: CalendarRequest) -> Download {
            let client: any AppointmentsInterface = Current.suite.appointments
            return Download(name: "appointments.ics", mediaType: "text/calendar; charset=utf-8") { () async throws(ScreenFailure) in
                do throws(CallFailure<AppointmentsRefusal>) {
                    return Array(try await client.exportCalendar(request).text.utf8)
                } catch {
                    throw ScreenFailure(error, refusal: text, barrier: isBarrier)
                }
            }
        }

        private static func text(_ refusal: AppointmentsRefusal) -> ScreenText {
            switch refusal {
            case .notAllowed: "Your account may not see this."
            case .unknownAppointment: "This appointment is not there, or is not yours to see."
            case .unknownClinic: "This clinic is not there any more. Go back, and choose another."
            case .keyReused: "This booking was begun with something else. Go back, and begin a new one."
            default: "This can not be shown. Go back, and try again."
            }
        }

        private static func isBarrier(_ refusal: AppointmentsRefusal) -> Bool {
            if case .sessionNeeded = refusal { true } else { false }
        }
    }
}
