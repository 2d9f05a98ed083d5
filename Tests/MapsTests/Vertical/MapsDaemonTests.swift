import Colonnade
import ColonnadeTesting
import Foundation
import MapsIO
import Testing

@Suite("svc-maps and svc-maps-grid, as processes", .timeLimit(.minutes(2)))
struct MapsDaemonTests {
    private static let document: String =
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"only","geometry":{"type":"Point","#
        + #""coordinates":[1,2]},"properties":{"name":"Only"}}]}"#

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("It answers, holds a conversation, and ends well when it is told to", arguments: PlacesStore.allCases)
    func answers(_ store: PlacesStore) async throws {
        let daemon: MapsDaemon = try await MapsDaemon(store, in: directory)
        let found: [Place] = try await daemon.maps.searchPlaces(PlaceSearch(text: "Saint Anne's Hospital"))
        #expect(found.map(\.id) == ["us-fall-river-saint-annes-hospital"])
        let commands: Commands<MapCommand> = Commands()
        let outputs: OutputSequence<MapOutput, MapsRefusal> = daemon.maps.pickPlace(
            MapConfiguration(showDetailSelectable: true), commands)
        let iterator: OutputSequence<MapOutput, MapsRefusal>.AsyncIterator = outputs.makeAsyncIterator()
        guard case .showing? = try await iterator.next() else {
            Issue.record("the map shows nothing")
            return
        }
        try await commands.send(.select(found[0].id))
        #expect(try await iterator.next() == .selected(found[0]))
        #expect(try await iterator.next() == nil)
        #expect(outputs.completion == .done)
        #expect(try await daemon.process.stop() == .exited(0))
    }

    @Test("What it confirmed is there after a kill, and its file is not loaded a second time", arguments: PlacesStore.allCases)
    func keepsWhatItConfirmed(_ store: PlacesStore) async throws {
        let first: MapsDaemon = try await MapsDaemon(store, in: directory)
        let commands: Commands<[UInt8]> = Commands()
        try await commands.send(Array(Self.document.utf8))
        commands.finish()
        let outputs: OutputSequence<PlacesLoadOutput, MapsRefusal> = first.maps.loadPlaces(
            PlacesLoad(source: .commands, mode: .replace), commands)
        var summary: PlacesLoadSummary?
        for try await case .summary(let told) in outputs { summary = told }
        #expect(summary?.added == 1)
        #expect(try await first.process.kill() == .signalled(SIGKILL))
        let second: MapsDaemon = try await MapsDaemon(store, in: directory)
        #expect(try await second.maps.searchPlaces(PlaceSearch()).map(\.id) == ["only"])
        #expect(try await second.process.stop() == .exited(0))
    }

    @Test("Who talks to it when it is killed gets a failure with its delivery outcome", arguments: PlacesStore.allCases)
    func failsTyped(_ store: PlacesStore) async throws {
        let daemon: MapsDaemon = try await MapsDaemon(store, in: directory)
        let outputs: OutputSequence<MapOutput, MapsRefusal> = daemon.maps.pickPlace(MapConfiguration(), Commands())
        let iterator: OutputSequence<MapOutput, MapsRefusal>.AsyncIterator = outputs.makeAsyncIterator()
        _ = try await iterator.next()
        _ = try await daemon.process.kill()
        do {
            let output: MapOutput? = try await iterator.next()
            Issue.record("the conversation went on with \(String(describing: output))")
        } catch {
            #expect(error.outcome == .unknown, "\(error)")
        }
    }
}
