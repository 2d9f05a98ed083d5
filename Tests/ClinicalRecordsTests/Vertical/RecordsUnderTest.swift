import ClinicSessions
import ClinicalRecordsIO
import Colonnade
import ColonnadeTesting
import Foundation
import MapsIO

@testable import ClinicalRecords

/// Clinical-records over a database of its own; reached directly, as its boards, or as another vertical reaches it:
/// through a client, frames and a dispatcher, with maps at the other end of an edge.
final class RecordsUnderTest: Sendable {
    enum Way: CaseIterable, Sendable {
        case direct
        case throughFrames
    }

    let records: any ClinicalRecordsInterface
    private let home: TemporaryDirectory
    private let end: @Sendable () async -> Void

    /// - Parameters:
    ///   - clock: what the boards wait by; those reached through frames have the machine's.
    ///   - verifier: how sessions are checked that come with calls, through frames; where none is given, every caller is staff.
    init(
        by way: Way, maps: FakeMaps = FakeMaps(), configuration: ClinicalRecordsConfiguration = ClinicalRecordsConfiguration(),
        clock: WorldClock = .system, verifier: SessionVerifier? = nil
    ) async throws {
        home = try TemporaryDirectory()
        switch way {
        case .direct: (records, end) = try await Self.boards(in: home, maps, configuration, clock)
        case .throughFrames: (records, end) = try await Self.client(in: home, maps, configuration, verifier)
        }
    }

    /// Ends what was started; the database is closed then.
    func close() async {
        await end()
    }

    /// Sends a bundle in chunks, and gives what the board says.
    func load(_ bundle: [UInt8], name: String? = nil, chunk: Int = 10_000) async throws -> [ImportOutput] {
        let commands: Commands<[UInt8]> = Commands()
        let sender: Task<Void, Never> = Task {
            for start: Int in stride(from: 0, to: bundle.count, by: chunk) {
                do { try await commands.send(Array(bundle[start..<min(start + chunk, bundle.count)])) } catch { return }
            }
            commands.finish()
        }
        defer { sender.cancel() }
        var outputs: [ImportOutput] = []
        for try await output: ImportOutput in records.importBundle(BundleImport(name: name), commands) { outputs.append(output) }
        return outputs
    }

    /// Whether nothing of an import that has not ended lies about.
    func hasNoLeftovers() -> Bool {
        ["imports", "state/imports", "state/clinical-records/imports"].allSatisfy { imports in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(imports)")) ?? []).isEmpty
        }
    }

    private static func boards(
        in home: TemporaryDirectory, _ maps: FakeMaps, _ configuration: ClinicalRecordsConfiguration, _ clock: WorldClock
    ) async throws -> (any ClinicalRecordsInterface, @Sendable () async -> Void) {
        var world: World = World()
        world.configureClinicalRecords(config: configuration)
        let container: ClinicalRecordsContainer = try await ClinicalRecordsContainer(
            stateDirectory: home.path, records: world.clinicalRecords, clock: clock)
        // Through frames a gate does it.
        try await container.migrate()
        let access: PatientAccess = PatientAccess(
            session: { () throws(SessionError) in SignedSessions.staff },
            verify: { _ throws(SessionError) in throw SessionError.unverifiable })
        return (container.makeVertical(maps: maps, access: access), { await container.close() })
    }

    private static func client(
        in home: TemporaryDirectory, _ maps: FakeMaps, _ configuration: ClinicalRecordsConfiguration, _ verifier: SessionVerifier?
    ) async throws -> (any ClinicalRecordsInterface, @Sendable () async -> Void) {
        var world: World = World()
        world.sessionVerifier = verifier ?? .unverifiable
        if verifier == nil { world.userSession = SignedSessions.staff }
        let vertical: VerticalUnderTest = try await .start(
            ClinicalRecordsLauncherPlugin(), configuration: configuration, world: world,
            with: [SmallVertical("maps", MapsDispatcher(maps))], home: home)
        return (ClinicalRecordsClient(vertical.channel(to: ClinicalRecordsContract.descriptor)), { await vertical.end() })
    }
}
