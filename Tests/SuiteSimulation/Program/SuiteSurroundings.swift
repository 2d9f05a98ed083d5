import ColonnadeEventLoop
import FoundationEssentials

/// What all processes of one simulated suite share: files, sockets, time, and the seed.
final class SuiteSurroundings: Sendable {
    /// A Monday, early.
    static let start: Date = Date(timeIntervalSince1970: 1_772_431_200)
    /// The first moment of the virtual clock.
    static let beginning: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000)
    static let desks: [String] = ["desk-0", "desk-1", "desk-2"]
    static let follower: String = "follower"
    static let `operator`: String = "operator"

    let seed: UInt64
    let bug: PlantedBug?
    let home: String
    let loop: EventLoop
    let clinic: SimulatedClinic
    let log: EventLog
    let weather: Weather = Weather()
    private let sockets: [HeldSocket]

    init(seed: UInt64, bug: PlantedBug?, home: String, loop: EventLoop) throws {
        self.seed = seed
        self.bug = bug
        self.home = home
        self.loop = loop
        log = EventLog(loop: loop)
        let clinic: SimulatedClinic = SimulatedClinic(places: "\(home)/places.geojson")
        let weather: Weather = weather
        self.clinic = clinic
        sockets = clinic.verticals.flatMap { provider in
            let consumers: [String] =
                clinic.verticals.filter { $0.uses.contains(provider.name) }.map(\.name) + Self.desks + [Self.follower, Self.operator]
            return consumers.map { HeldSocket(consumer: $0, provider: provider.name, weather: weather, seed: seed) }
        }
        try makeFiles()
    }

    func state(of vertical: String) -> String { "\(home)/state/\(vertical)" }

    func configuration(of vertical: String) -> String { "\(home)/config/\(vertical).json" }

    func sockets(of provider: String) -> [HeldSocket] { sockets.filter { $0.provider == provider } }

    func socket(from consumer: String, to provider: String) -> HeldSocket? {
        sockets.first { $0.consumer == consumer && $0.provider == provider }
    }

    private func makeFiles() throws {
        let files: FileManager = .default
        try files.createDirectory(atPath: state(of: "authentication"), withIntermediateDirectories: true)
        // Of all that is drawn, only the key of sessions would not come from the seed; and what it begins with decides how long tokens are.
        let dice: Dice = Dice(seed, "session key")
        let key: Data = Data((0..<32).map { _ in UInt8(dice.number(0...255)) })
        _ = files.createFile(
            atPath: "\(state(of: "authentication"))/session-key", contents: key, attributes: [.posixPermissions: 0o600])
        try files.createDirectory(atPath: "\(home)/config", withIntermediateDirectories: true)
        try Data(SimulatedClinic.placesFile.utf8).write(to: URL(filePath: "\(home)/places.geojson"))
        for vertical: SimulatedClinic.Vertical in clinic.verticals {
            guard let text: String = vertical.configuration else { continue }
            try Data(text.utf8).write(to: URL(filePath: configuration(of: vertical.name)))
        }
    }
}
