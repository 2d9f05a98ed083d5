import AuthenticationIO
import ColonnadeTesting

/// The real `svc-authentication` as its own process, with a client of it.
struct AuthenticationDaemon: Sendable {
    let process: DaemonProcess
    let client: AuthenticationClient

    /// Starts the daemon over the state in `home`, and waits until it says that it is ready.
    init(in home: TemporaryDirectory) async throws {
        process = try await DaemonProcess.start(
            "svc-authentication", configuration: #"{"passwordCost": 4, "passwordParallelism": 1}"#, home: home)
        client = AuthenticationClient(process.channel(to: AuthenticationContract.descriptor))
    }
}
