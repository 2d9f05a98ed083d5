import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import MapsIO

// The clinic's interfaces.
extension InterfaceCodecs {
    static let appointments: InterfaceCodecs = InterfaceCodecs(
        AppointmentsContract.descriptor,
        [
            Codec(AppointmentsIO.Appointment.self),
            Codec(AppointmentsIO.AppointmentNews.self),
            Codec(AppointmentsIO.AppointmentStatus.self),
            Codec(AppointmentsIO.AppointmentsPage.self),
            Codec(AppointmentsIO.AppointmentsRefusal.self),
            Codec(AppointmentsIO.Booking.self),
            Codec(AppointmentsIO.CalendarExport.self),
            Codec(AppointmentsIO.CalendarRequest.self),
            Codec(AppointmentsIO.Cancellation.self),
            Codec(AppointmentsIO.Clinic.self),
            Codec(AppointmentsIO.ClinicPlace.self),
            Codec(AppointmentsIO.FollowAppointments.self),
            Codec(AppointmentsIO.FollowScope.self),
            Codec(AppointmentsIO.ListRequest.self),
            Codec(AppointmentsIO.ListScope.self),
            Codec(AppointmentsIO.Move.self),
            Codec(AppointmentsIO.Practitioner.self),
            Codec(AppointmentsIO.Slot.self),
            Codec(AppointmentsIO.SlotsPage.self),
            Codec(AppointmentsIO.SlotsRequest.self),
        ])

    static let authentication: InterfaceCodecs = InterfaceCodecs(
        AuthenticationContract.descriptor,
        [
            Codec(AuthenticationIO.AccountRole.self),
            Codec(AuthenticationIO.AuthenticationRefusal.self),
            Codec(AuthenticationIO.Invitation.self),
            Codec(AuthenticationIO.InvitationCode.self),
            Codec(AuthenticationIO.InviteScreenInput.self),
            Codec(AuthenticationIO.MinorSessionRequest.self),
            Codec(AuthenticationIO.RevokedSession.self),
            Codec(AuthenticationIO.SessionDescription.self),
            Codec(AuthenticationIO.SessionNews.self),
            Codec(AuthenticationIO.SessionsRoute.self),
            Codec(AuthenticationIO.SignIn.self),
            Codec(AuthenticationIO.SignInRoute.self),
            Codec(AuthenticationIO.SignInScreenInput.self),
            Codec(AuthenticationIO.SignUp.self),
            Codec(AuthenticationIO.SignUpRoute.self),
            Codec(AuthenticationIO.SignUpScreenInput.self),
            Codec(AuthenticationIO.SignedIn.self),
            Codec(AuthenticationIO.SignedOut.self),
            Codec(AuthenticationIO.WardRoute.self),
        ])

    static let clinicalRecords: InterfaceCodecs = InterfaceCodecs(
        ClinicalRecordsContract.descriptor,
        [
            Codec(ClinicalRecordsIO.BundleImport.self),
            Codec(ClinicalRecordsIO.BundlePosition.self),
            Codec(ClinicalRecordsIO.ClinicalRecordsRefusal.self),
            Codec(ClinicalRecordsIO.EntryKind.self),
            Codec(ClinicalRecordsIO.EntryPlace.self),
            Codec(ClinicalRecordsIO.FollowOutput.self),
            Codec(ClinicalRecordsIO.FollowRequest.self),
            Codec(ClinicalRecordsIO.HistoryEntry.self),
            Codec(ClinicalRecordsIO.HistoryPage.self),
            Codec(ClinicalRecordsIO.HistoryRequest.self),
            Codec(ClinicalRecordsIO.ImportOutput.self),
            Codec(ClinicalRecordsIO.ImportProgress.self),
            Codec(ClinicalRecordsIO.ImportSummary.self),
            Codec(ClinicalRecordsIO.MinorHistoryRequest.self),
            Codec(ClinicalRecordsIO.PatientSummary.self),
            Codec(ClinicalRecordsIO.SummaryRequest.self),
        ])

    static let maps: InterfaceCodecs = InterfaceCodecs(
        MapsContract.descriptor,
        [
            Codec(MapsIO.Coordinate.self),
            Codec(MapsIO.Directions.self),
            Codec(MapsIO.DirectionsRequest.self),
            Codec(MapsIO.DirectionsRoute.self),
            Codec(MapsIO.DirectionsScreenInput.self),
            Codec(MapsIO.MapCommand.self),
            Codec(MapsIO.MapConfiguration.MapReturnSelectionPolicy.self),
            Codec(MapsIO.MapConfiguration.self),
            Codec(MapsIO.MapOutput.self),
            Codec(MapsIO.MapProblem.self),
            Codec(MapsIO.MapRegion.self),
            Codec(MapsIO.MapsRefusal.self),
            Codec(MapsIO.PickPlaceRoute.self),
            Codec(MapsIO.Place.self),
            Codec(MapsIO.PlaceAddress.self),
            Codec(MapsIO.PlaceID.self),
            Codec(MapsIO.PlaceKind.self),
            Codec(MapsIO.PlaceRoute.self),
            Codec(MapsIO.PlaceScreenInput.self),
            Codec(MapsIO.PlaceSearch.self),
            Codec(MapsIO.PlacesLoad.Mode.self),
            Codec(MapsIO.PlacesLoad.Source.self),
            Codec(MapsIO.PlacesLoad.self),
            Codec(MapsIO.PlacesLoadOutput.self),
            Codec(MapsIO.PlacesLoadSummary.self),
            Codec(MapsIO.SearchRoute.self),
            Codec(MapsIO.SearchScreenInput.self),
            Codec(MapsIO.Waypoint.self),
        ])
}
