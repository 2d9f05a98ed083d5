import AppointmentsData
import AppointmentsDataDomainInterface
import AppointmentsDomain
import Colonnade

/// What people can do with appointments: the use cases, over what implements the domain's interfaces.
struct AppointmentsDomainLayerContainer: Sendable {
    /// What the clock says, in whole seconds.
    let now: @Sendable () -> Moment
    private let keeping: any KeepAppointmentsInterface
    private let finding: any FindAppointmentsInterface
    private let directory: ClinicDirectory
    private let slots: any MakeSlotsInterface
    private let rules: SlotRules

    init(data: AppointmentsDataLayerContainer, clinics: ConfiguredClinics, clock: WorldClock, ids: Identifiers) {
        keeping = AppointmentsInRepository(data.bookings) { ids.uuid().uuidString }
        finding = AppointmentsFromRepository(data.appointments, bells: data.bells)
        directory = ClinicDirectory(clinics.clinics)
        slots = SlotsFromHours(zones: clinics.zones)
        rules = SlotRules(clinics: directory, slots: slots, bookingDays: clinics.bookingDays)
        now = { Moment(seconds: Int64(clock.now().timeIntervalSince1970.rounded(.down))) }
    }

    var findFreeSlots: FindFreeSlotsUseCase {
        FindFreeSlotsUseCase(
            clinics: directory, slots: slots, appointments: finding, paging: AppointmentCursor(), rules: rules, now: now)
    }

    var bookAppointment: BookAppointmentUseCase { BookAppointmentUseCase(appointments: keeping, rules: rules, now: now) }

    var moveAppointment: MoveAppointmentUseCase {
        MoveAppointmentUseCase(appointments: keeping, finding: finding, rules: rules, now: now)
    }

    var cancelAppointment: CancelAppointmentUseCase { CancelAppointmentUseCase(appointments: keeping, now: now) }

    var listAppointments: ListAppointmentsUseCase {
        ListAppointmentsUseCase(appointments: finding, clinics: directory, slots: slots)
    }

    var followAppointments: FollowAppointmentsUseCase { FollowAppointmentsUseCase(appointments: finding, clinics: directory) }

    var exportCalendar: ExportCalendarUseCase {
        ExportCalendarUseCase(appointments: finding, clinics: directory, calendar: CalendarText(), now: now)
    }

    var viewAppointment: ViewAppointmentUseCase { ViewAppointmentUseCase(appointments: finding) }

    var describeAppointment: DescribeAppointmentUseCase { DescribeAppointmentUseCase(clinics: directory, now: now) }

    var findBooking: FindBookingUseCase { FindBookingUseCase(appointments: keeping) }

    var findClinics: FindClinicsUseCase { FindClinicsUseCase(clinics: directory, distances: DistancesOnSphere()) }

    var viewSlotGrid: ViewSlotGridUseCase {
        ViewSlotGridUseCase(clinics: directory, slots: slots, appointments: finding, rules: rules, now: now)
    }

    var viewClinicDay: ViewClinicDayUseCase { ViewClinicDayUseCase(clinics: directory, slots: slots, now: now) }

    var locateClinics: LocateClinicsUseCase { LocateClinicsUseCase(clinics: directory) }
}
