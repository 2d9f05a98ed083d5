import AppointmentsData
import AppointmentsDataDomainInterface
import AppointmentsDomain
import ColonnadeContract
import ColonnadeTesting
import Foundation
import GRDB
import Synchronization

/// The use cases over a database of their own, at a time that the test sets; one clinic that is always open, where no others are given.
final class TestAppointments: Sendable {
    static let staff: VisitorDomainModel = VisitorDomainModel(user: "staff", role: .staff)
    static let ana: VisitorDomainModel = VisitorDomainModel(user: "ana", role: .patient("p-ana"))
    static let ben: VisitorDomainModel = VisitorDomainModel(user: "ben", role: .patient("p-ben"))

    let database: AppointmentsDatabase
    let bells: NewsBells<AppointmentRepository.Scope> = NewsBells()
    let directory: ClinicDirectory
    private let clock: Mutex<Int64> = Mutex(1_000_000)
    private let folder: TemporaryDirectory

    init(_ clinics: [ClinicDomainModel] = [TestClinics.always]) throws {
        directory = ClinicDirectory(clinics)
        folder = try TemporaryDirectory()
        database = try AppointmentsDatabase(directory: folder.path)
        try database.migrate()
    }

    /// What the clock says; 1_000_800 is the first slot that has not begun at first.
    var now: Int64 {
        get { clock.withLock(\.self) }
        set { clock.withLock { $0 = newValue } }
    }

    var slots: FindFreeSlotsUseCase {
        FindFreeSlotsUseCase(
            clinics: directory, slots: times, appointments: finding, paging: AppointmentCursor(), rules: rules, now: moment)
    }

    var booking: BookAppointmentUseCase { BookAppointmentUseCase(appointments: keeping, rules: rules, now: moment) }

    var moving: MoveAppointmentUseCase {
        MoveAppointmentUseCase(appointments: keeping, finding: finding, rules: rules, now: moment)
    }

    var cancelling: CancelAppointmentUseCase { CancelAppointmentUseCase(appointments: keeping, now: moment) }

    var listing: ListAppointmentsUseCase { ListAppointmentsUseCase(appointments: finding, clinics: directory, slots: times) }

    var following: FollowAppointmentsUseCase { FollowAppointmentsUseCase(appointments: finding, clinics: directory) }

    var exporting: ExportCalendarUseCase {
        ExportCalendarUseCase(appointments: finding, clinics: directory, calendar: CalendarText(), now: moment)
    }

    var viewing: ViewAppointmentUseCase { ViewAppointmentUseCase(appointments: finding) }

    var describing: DescribeAppointmentUseCase { DescribeAppointmentUseCase(clinics: directory, now: moment) }

    var clinics: FindClinicsUseCase { FindClinicsUseCase(clinics: directory, distances: DistancesOnSphere()) }

    var grid: ViewSlotGridUseCase {
        ViewSlotGridUseCase(clinics: directory, slots: times, appointments: finding, rules: rules, now: moment)
    }

    var day: ViewClinicDayUseCase { ViewClinicDayUseCase(clinics: directory, slots: times, now: moment) }

    var findingBooking: FindBookingUseCase { FindBookingUseCase(appointments: keeping) }

    /// Books the slot that begins so many slots after the first one.
    @discardableResult
    func book(
        _ slot: Int, key: String = UUID().uuidString, with practitioner: String = "stein", at clinic: String = "always",
        patient: String = "p-ana", reason: String? = nil, as visitor: VisitorDomainModel = staff
    ) async throws -> AppointmentDomainModel {
        try await booking.execute(
            BookingDomainModel(
                key: key, patient: patient, clinic: clinic, practitioner: practitioner, start: Self.start(slot), reason: reason),
            for: visitor)
    }

    /// How SQLite goes about a question.
    func plan(_ question: String, _ arguments: StatementArguments) async throws -> [String] {
        try await database.pool.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + question, arguments: arguments).map { $0["detail"] }
        }
    }

    /// When the slot begins that comes so many slots after the first one.
    static func start(_ slot: Int) -> Moment { Moment(seconds: 1_000_800 + Int64(slot) * 1800) }

    private var moment: @Sendable () -> Moment { { [self] in Moment(seconds: now) } }

    private var keeping: any KeepAppointmentsInterface {
        AppointmentsInRepository(BookingRepository(database, bells: bells)) { UUID().uuidString }
    }

    private var finding: any FindAppointmentsInterface { AppointmentsFromRepository(AppointmentRepository(database), bells: bells) }

    private var times: any MakeSlotsInterface { SlotsFromHours(zones: TestClinics.zones("UTC", "America/New_York", "Europe/Berlin")) }

    private var rules: SlotRules { SlotRules(clinics: directory, slots: times, bookingDays: 365) }
}

/// What the body refuses by; nil where it does not.
func problem(_ body: () async throws -> Void) async throws -> AppointmentsProblem? {
    do {
        try await body()
        return nil
    } catch let problem as AppointmentsProblem {
        return problem
    }
}
