import Authentication
import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Maps
import MapsIO
import MapsSQLite
import RepositoryFiles
import Testing

/// How a consumer of a test reaches the vertical that it uses.
enum Reach: String, CaseIterable, Sendable {
    /// The vertical's modules, in the test's own process.
    case memory
    /// The vertical's daemon, a process of its own, by a Unix socket.
    case daemon
    /// The daemon that keeps the vertical's data in another way, where there is one.
    case otherDaemon

    /// Each way in which a vertical can be reached.
    static func all(to provider: String) -> [Reach] {
        provider == "Maps" ? allCases : [.memory, .daemon]
    }
}

/// A vertical that another one uses, as that one reaches it.
struct RunningProvider: Sendable {
    /// A vertical of the suite that others use.
    private struct Kind: Sendable {
        let daemon: String
        let otherDaemon: String?
        let configuration: String?
        let start: @Sendable () async throws -> VerticalUnderTest
    }

    private static let maps: Kind = {
        let places: String = Repository.root.appending(path: "deploy/data/places.geojson").path
        return Kind(daemon: "svc-maps", otherDaemon: "svc-maps-grid", configuration: #"{"places": "\#(places)"}"#) {
            try await .start(
                MapsLauncherPlugin { DatabasePlacesRepository(directory: $0) }, configuration: MapsConfiguration(places: places))
        }
    }()

    /// As little work for a password as there can be.
    private static let authentication: Kind = Kind(
        daemon: "svc-authentication", otherDaemon: nil, configuration: #"{"passwordCost": 4, "passwordParallelism": 1}"#
    ) {
        try await .start(
            AuthenticationLauncherPlugin(), configuration: AuthenticationConfiguration(passwordCost: 4, passwordParallelism: 1))
    }

    private static let kinds: [String: Kind] = ["Maps": maps, "Authentication": authentication]

    private let consumer: String
    private let vertical: VerticalUnderTest?
    private let daemon: DaemonProcess?
    /// Where the vertical keeps its state.
    private let home: TemporaryDirectory

    /// Starts a vertical for one consumer.
    static func start(_ provider: String, by reach: Reach, for consumer: String) async throws -> RunningProvider {
        let kind: Kind = try #require(kinds[provider], "say in RunningProvider.swift how \(provider) is started")
        switch reach {
        case .memory:
            let vertical: VerticalUnderTest = try await kind.start()
            return RunningProvider(consumer: consumer, vertical: vertical, daemon: nil, home: vertical.home)
        case .daemon, .otherDaemon:
            let program: String = try #require(reach == .daemon ? kind.daemon : kind.otherDaemon, "\(provider) has one daemon only")
            let daemon: DaemonProcess = try await DaemonProcess.start(program, configuration: kind.configuration)
            return RunningProvider(consumer: consumer, vertical: nil, daemon: daemon, home: daemon.home)
        }
    }

    /// The consumer's way to it.
    func channel(to contract: ContractDescriptor) throws -> any Channel {
        try channel(to: contract, as: consumer)
    }

    /// The way of whoever runs the suite, for what a consumer may not do.
    func operatorChannel(to contract: ContractDescriptor) throws -> any Channel {
        try channel(to: contract, as: "operator")
    }

    private func channel(to contract: ContractDescriptor, as consumer: String) throws -> any Channel {
        try #require(vertical?.channel(to: contract, as: consumer) ?? daemon?.channel(to: contract, as: consumer))
    }

    /// One of its boards as it counts it itself.
    func board(_ name: String, of contract: ContractDescriptor) throws -> ProviderBoard {
        ProviderBoard("\(contract.name).\(name)", over: try channel(to: contract))
    }

    /// A file in its state directory.
    func stateFile(_ name: String) -> String { "\(home.path)/state/\(name)" }

    /// Ends it, in order.
    func stop() async throws {
        await vertical?.end()
        if let daemon { #expect(try await daemon.stop() == .exited(0), "\(daemon.log)") }
    }
}
