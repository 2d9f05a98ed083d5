import AppointmentsData
import ColonnadeContract

/// What keeps and reads appointments.
struct AppointmentsDataLayerContainer: Sendable {
    let bookings: BookingRepository
    let appointments: AppointmentRepository
    let bells: NewsBells<AppointmentRepository.Scope>
    let database: AppointmentsDatabase

    init(stateDirectory: String) throws {
        database = try AppointmentsDatabase(directory: stateDirectory)
        bells = NewsBells()
        bookings = BookingRepository(database, bells: bells)
        appointments = AppointmentRepository(database)
    }
}
