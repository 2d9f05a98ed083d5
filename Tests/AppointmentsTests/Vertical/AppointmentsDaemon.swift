import AppointmentsIO
import Colonnade
import ColonnadeTesting

/// The real `svc-appointments` as its own process, with a client of it. Maps and who signs sessions are at the other ends of
/// its edges, in the test's process.
struct AppointmentsDaemon: Sendable {
    let process: DaemonProcess
    let appointments: AppointmentsClient

    /// Starts the daemon over the state in `home`, and waits until it says that it is ready.
    init(in home: TemporaryDirectory) async throws {
        process = try await DaemonProcess.start(
            "svc-appointments", configuration: TestConfiguration.json, arguments: ["--sockets", home.path], home: home)
        appointments = AppointmentsClient(process.channel(to: AppointmentsContract.descriptor))
    }
}
