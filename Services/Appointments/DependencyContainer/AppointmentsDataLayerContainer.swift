import AppointmentsData
import ColonnadeContract

/// What keeps and reads appointments.
struct AppointmentsDataLayerContainer: Sendable {
    let bookings: BookingRepository
    let appointments: AppointmentRepository
    let bell: NewsBell
    let database: AppointmentsDatabase

    init(stateDirectory: String) throws {
        database = try AppointmentsDatabase(directory: stateDirectory)
        bell = NewsBell()
        bookings = BookingRepository(database, bell: bell)
        appointments = AppointmentRepository(database)
    }
}
