import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import MapsIO

/// A screen that was opened at a stand-in, with its Input; or a file that was fetched.
enum Opened: Hashable {
    case signIn(SignInScreenInput)
    case signUp(SignUpScreenInput)
    case invite(InviteScreenInput)
    case sessions
    case wards
    case list(ListScreenInput)
    case booking(BookingScreenInput)
    case appointment(AppointmentScreenInput)
    case today(TodayScreenInput)
    case calendar(CalendarRequest)
    case patients(PatientsScreenInput)
    case summary(SummaryScreenInput)
    case history(HistoryScreenInput)
    case minorHistory(MinorHistoryScreenInput)
    case document(DocumentScreenInput)
    case imports
    case names(NamesRequest)
    case search(SearchScreenInput)
    case pickPlace(MapConfiguration)
    case place(PlaceScreenInput)
    case directions(DirectionsScreenInput)
}
