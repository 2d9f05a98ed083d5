import Appointments
import Authentication
import ClinicalRecords
import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import ColonnadeVertical
import FoundationEssentials
import Maps
import MapsSQLite

/// How the clinic's verticals are hosted.
enum Hosting: String, CaseIterable, Sendable {
    /// A daemon each, with sockets between them.
    case daemons
    /// `svc-clinic`, with a socket for each vertical.
    case oneDaemon
    /// In the test's own process, by the in-memory transport.
    case memory
}

/// The whole clinic, and a consumer's ways into it.
final class ClinicUnderTest: Sendable {
    private static let names: [String] = ["authentication", "maps", "clinical-records", "appointments"]

    let home: TemporaryDirectory
    private let loop: EventLoop = EventLoop(name: "clinic")
    private let daemons: [DaemonProcess]
    private let launcher: Launcher?

    init(_ hosting: Hosting) async throws {
        home = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: "\(home.path)/sockets", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(home.path)/config", withIntermediateDirectories: true)
        for (name, json) in Self.configurations { _ = try home.write(json, to: "config/\(name).json") }
        switch hosting {
        case .daemons: (daemons, launcher) = (try await Self.daemons(in: home.path), nil)
        case .oneDaemon: (daemons, launcher) = ([try await Self.oneDaemon(in: home.path)], nil)
        case .memory: (daemons, launcher) = ([], try await Self.launcher(in: home.path, on: loop))
        }
    }

    /// A consumer's way to a vertical.
    func channel(to provider: String, _ contract: ContractDescriptor) -> any Channel {
        if let launcher { return launcher.connector(from: "tests", to: provider, contract) }
        return Connector(
            consumer: "tests", provider: provider, contract: contract,
            dialer: UnixDialer(path: "\(home.path)/sockets/\(provider).sock"), loop: loop, instance: "tests")
    }

    /// The code that makes the first operator.
    func operatorInvitation() throws -> String {
        try String(contentsOfFile: "\(home.path)/state/authentication/operator-invitation", encoding: .utf8)
            .split(separator: "\n").first.map(String.init) ?? ""
    }

    func end() async throws {
        await launcher?.stop()
        for daemon: DaemonProcess in daemons.reversed() { _ = try await daemon.stop() }
        loop.shutdown()
    }

    // MARK: The three ways

    private static func daemons(in home: String) async throws -> [DaemonProcess] {
        var daemons: [DaemonProcess] = []
        for name: String in names {
            var arguments: [String] = [
                "--socket", "\(home)/sockets/\(name).sock", "--sockets", "\(home)/sockets", "--state", "\(home)/state/\(name)",
            ]
            if configurations[name] != nil { arguments += ["--config", "\(home)/config/\(name).json"] }
            daemons.append(try await DaemonProcess.start("svc-\(name)", arguments: arguments))
        }
        return daemons
    }

    private static func oneDaemon(in home: String) async throws -> DaemonProcess {
        try await DaemonProcess.start(
            "svc-clinic",
            arguments: ["--socket", "\(home)/sockets", "--state", "\(home)/state", "--config", "\(home)/config"])
    }

    private static func launcher(in home: String, on loop: EventLoop) async throws -> Launcher {
        let options: MainOptions = MainOptions(
            stateDirectory: "\(home)/state", runtimeDirectory: "\(home)/run", configurationFile: "\(home)/config", logLevel: .error)
        return try await Task(executorPreference: loop) {
            try await PluginLauncher.with(options: options)
                .install(launcherPlugin: AuthenticationLauncherPlugin())
                .install(launcherPlugin: MapsLauncherPlugin { DatabasePlacesRepository(directory: $0) })
                .install(launcherPlugin: ClinicalRecordsLauncherPlugin())
                .install(launcherPlugin: AppointmentsLauncherPlugin())
                .initialize()
        }.value
    }

    private static var configurations: [String: String] {
        let root: String = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        return [
            "authentication": #"{"passwordCost": 4, "passwordParallelism": 1}"#,
            "maps": #"{"places": "\#(root)/deploy/data/places.geojson"}"#,
            "appointments": """
            {"clinics": [{"id": "general", "name": "Clinic", "place": "massachusetts general hospital", "timeZone": "America/New_York",
                "slotMinutes": 30,
                "hours": [{"days": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], "from": "00:00",
                    "until": "24:00"}],
                "practitioners": [{"id": "stein", "name": "Dr. Mara Stein"}]}]}
            """,
        ]
    }
}
