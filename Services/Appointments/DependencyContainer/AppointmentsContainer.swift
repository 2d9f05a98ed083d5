import AppointmentsDomain
import AppointmentsPresentation
import ClinicSessions
import Colonnade

/// The module: its boards over the use cases, and what has to be done when it starts and ends.
struct AppointmentsContainer: Sendable {
    let locating: ClinicLocating
    private let data: AppointmentsDataLayerContainer
    private let domain: AppointmentsDomainLayerContainer
    private let clock: WorldClock

    /// Opens the appointments.
    /// - Parameter stateDirectory: exists, and belongs to appointments alone.
    /// - Throws: LaunchError where the configuration is wrong; what SQLite says where the appointments can not be opened.
    init(stateDirectory: String, appointments: World.Appointments, clock: WorldClock, ids: Identifiers) async throws {
        let clinics: ConfiguredClinics = try ConfiguredClinics(appointments.configuration)
        data = try await offload { try AppointmentsDataLayerContainer(stateDirectory: stateDirectory) }
        domain = AppointmentsDomainLayerContainer(data: data, clinics: clinics, clock: clock, ids: ids)
        self.clock = clock
        locating = ClinicLocating(useCase: domain.locateClinics, clock: clock)
    }

    /// Brings the database to the newest schema; where it has it, nothing happens.
    func migrate() async throws {
        try await offload { [data] in try data.database.migrate() }
    }

    /// The module's boards, as one interface.
    func makeVertical(access: PatientAccess) -> AppointmentsVertical {
        let visitors: Visitors = Visitors(access: access)
        return AppointmentsVertical(
            slots: SlotsBoard(useCase: domain.findFreeSlots),
            book: BookBoard(useCase: domain.bookAppointment, visitors: visitors),
            move: MoveBoard(useCase: domain.moveAppointment, visitors: visitors),
            cancel: CancelBoard(useCase: domain.cancelAppointment, visitors: visitors),
            list: ListBoard(useCase: domain.listAppointments, visitors: visitors),
            follow: FollowBoard(useCase: domain.followAppointments, visitors: visitors),
            exportCalendar: ExportCalendarBoard(useCase: domain.exportCalendar, visitors: visitors), screens: makeScreens(visitors))
    }

    private func makeScreens(_ visitors: Visitors) -> AppointmentsScreens {
        let open: ShareLimit = ShareLimit(AppointmentsScreens.limit, of: "screens of appointments are open")
        return AppointmentsScreens(
            list: AppointmentListScreenBoard(
                listing: domain.listAppointments, following: domain.followAppointments, describing: domain.describeAppointment,
                visitors: visitors, among: open, now: domain.now),
            booking: BookingScreenBoard(
                clinics: domain.findClinics, slots: domain.viewSlotGrid, booking: domain.bookAppointment, finding: domain.findBooking,
                describing: domain.describeAppointment, visitors: visitors, among: open),
            appointment: AppointmentScreenBoard(
                viewing: domain.viewAppointment, following: domain.followAppointments, slots: domain.viewSlotGrid,
                moving: domain.moveAppointment, cancelling: domain.cancelAppointment, describing: domain.describeAppointment,
                visitors: visitors, among: open),
            today: TodayScreenBoard(
                day: domain.viewClinicDay, clinics: domain.findClinics, listing: domain.listAppointments,
                following: domain.followAppointments, describing: domain.describeAppointment, visitors: visitors, among: open,
                sleep: clock.sleep))
    }

    /// The boards that the module keeps to itself.
    func makeInternalBoards() -> [BoardRegistration] {
        [LocateClinicsBoard(useCase: domain.locateClinics).registration]
    }

    /// Closes the appointments.
    func close() async {
        locating.stop()
        do {
            try await offload { [data] in try data.database.close() }
        } catch {
            // The process ends anyhow, and what was confirmed is on the disk.
            Logger(label: "appointments").warning("the appointments could not be closed", metadata: ["error": "\(error)"])
        }
    }
}
