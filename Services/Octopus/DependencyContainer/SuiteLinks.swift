import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
import Colonnade
import ColonnadeEventLoop
import ColonnadeSystemIO
import MapsIO

/// What deep links mean to the verticals: all are asked at the same time, and the pattern that says most wins.
struct SuiteLinks: Sendable {
    /// For how long a vertical is waited for that does not say whether a link is its own.
    private static let patience: Duration = .seconds(2)

    private let channels: [(vertical: String, channel: any Channel)]
    private let clock: WorldClock

    init(on mainboard: Motherboard) {
        channels = [
            ("authentication", "Authentication"), ("maps", "Maps"), ("clinical-records", "ClinicalRecords"),
            ("appointments", "Appointments"),
        ].map { ($0, mainboard.channel(to: $1)) }
        clock = mainboard.world.clock
    }

    /// What a URL means, asked with the session of whoever opens it.
    func resolve(_ url: String, _ metadata: CallMetadata) async -> LinkResolution {
        var metadata: CallMetadata = metadata
        metadata.deadline = (MonotonicTime.read() + Self.patience).nanoseconds
        let answers: [String: LinkAnswer] = await CallMetadata.$current.withValue(metadata) {
            await withTaskGroup(of: (String, LinkAnswer?).self, returning: [String: LinkAnswer].self) { group in
                for (vertical, channel): (String, any Channel) in channels {
                    group.addTask { (vertical, try? await IntrospectionClient(PlatformChannel(channel)).openLink(LinkRequest(url: url))) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        return LinkResolution(of: url, answers: channels.map { ($0.vertical, answers[$0.vertical]) })
    }
}
