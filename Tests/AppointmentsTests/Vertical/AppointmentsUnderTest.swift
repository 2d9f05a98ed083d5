import AppointmentsIO
import AppointmentsStandIns
import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Foundation
import MapsIO

@testable import Appointments

/// Appointments over a database of its own, as another vertical reaches it: through a client, frames and a dispatcher, with
/// maps and who signs sessions at the other ends of its edges.
final class AppointmentsUnderTest: Sendable {
    let appointments: AppointmentsClient
    let sessions: SessionsStandIn
    /// What the boards wait by.
    let sleeps: Sleeps
    let launcher: Launcher
    private let folder: TemporaryDirectory

    init(maps: FakeMaps = FakeMaps(), configuration: String = TestConfiguration.json) async throws {
        folder = try TemporaryDirectory()
        sessions = SessionsStandIn()
        sleeps = Sleeps()
        var world: World = World()
        world.clock.sleep = sleeps.sleep
        let options: MainOptions = MainOptions(
            world: world, stateDirectory: folder.path + "/state", runtimeDirectory: folder.path + "/run",
            configurationFile: try folder.write(configuration, to: "configuration.json"))
        launcher = try await PluginLauncher.with(options: options)
            .install(launcherPlugin: AppointmentsLauncherPlugin())
            .install(launcherPlugin: SmallVertical("maps", MapsDispatcher(maps)))
            .install(launcherPlugin: SmallVertical("authentication", AuthenticationDispatcher(sessions)))
            .initialize()
        appointments = AppointmentsClient(launcher.mainboard.channel(to: "Appointments"))
        try await ready()
    }

    /// Ends what was started; the database is closed then.
    func close() async {
        await launcher.stop()
    }

    /// Waits until sessions can be checked: on a busy machine their keys take their time.
    private func ready() async throws {
        let staff: String = try sessions.staff()
        let unverifiable: AppointmentsRefusal = .sessionNeeded(reason: SessionError.unverifiable.description)
        while try await calling(as: staff, { try await refusal { _ = try await appointments.list(ListRequest(scope: .patient("p"))) } })
            == unverifiable
        {
            try Task.checkCancellation()
        }
    }

    func booking(
        _ slot: Int, patient: String, key: UUID = UUID(), with practitioner: String = "stein", reason: String? = nil, minor: String? = nil
    ) -> Booking {
        Booking(
            key: key, patient: patient, clinic: "general", practitioner: practitioner, start: TestConfiguration.slot(slot), reason: reason,
            minorSession: minor)
    }

    /// The clinic as `slots` gives it.
    func clinic() async throws -> Clinic? {
        try await appointments.slots(
            SlotsRequest(from: TestConfiguration.slot(0), until: TestConfiguration.slot(1), pageSize: 1)
        ).clinics.first
    }

    /// Waits until the clinic has a place.
    func place() async throws -> ClinicPlace {
        try await within(.seconds(30), "the clinic's place") { [self] in
            while true {
                if let place: ClinicPlace = try await clinic()?.place { return place }
                await Task.yield()
            }
        }
    }
}

/// The waits of the rules for places, which a test lets go on. How sessions are followed waits as it always does.
final class Sleeps: Sendable {
    private static let ofRules: Set<Duration> = [.seconds(1), .seconds(2), .seconds(4), ClinicLocating.patience]

    /// What was waited for so far; one waits at a time.
    let wanted: Mailbox<Duration> = Mailbox()
    private let released: Mailbox<Int> = Mailbox()
    /// How often maps was asked: each waits for its deadline.
    private let asked: Mailbox<Void> = Mailbox()
    private let expired: Mailbox<Void> = Mailbox()

    /// Lets the next wait end.
    func release() {
        released.put(released.all.count + 1)
    }

    /// Lets the deadline of the first question pass that has one left.
    func expire() {
        expired.put(())
    }

    var sleep: @Sendable (Duration) async throws(CancellationError) -> Void {
        { [self] (duration: Duration) async throws(CancellationError) in
            do {
                if duration == ClinicLocating.deadline {
                    asked.put(())
                    try await expired.nth(asked.all.count, within: .seconds(100))
                } else if Self.ofRules.contains(duration) {
                    wanted.put(duration)
                    _ = try await released.nth(wanted.all.count, within: .seconds(100))
                } else {
                    try await WorldClock.system.sleep(duration)
                }
            } catch {
                throw CancellationError()
            }
        }
    }
}
