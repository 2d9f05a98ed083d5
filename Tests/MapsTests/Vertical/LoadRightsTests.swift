import Colonnade
import ColonnadeTesting
import MapsIO
import Testing

@testable import Maps

/// Who may load places, and for how long a conversation may last in which nothing is said.
@Suite("Loads and conversations that nobody should hold", .timeLimit(.minutes(2)))
struct LoadRightsTests {
    @Test("places are the operator's to load, and nobody else's", arguments: PlacesStore.allCases)
    func rights(_ store: PlacesStore) async throws {
        try await withMaps(store) { vertical in
            for (consumer, isAllowed): (String, Bool) in [("appointments", false), ("octopus", false), ("operator", true)] {
                let maps: MapsClient = MapsClient(vertical.channel(to: MapsContract.descriptor, as: consumer))
                do {
                    for try await _: PlacesLoadOutput in maps.loadPlaces(PlacesLoad(source: .configuredFile, mode: .add), Commands()) {}
                    #expect(isAllowed, "\(consumer) has loaded places")
                } catch CallFailure<MapsRefusal>.refused(let refusal) {
                    #expect(!isAllowed && "\(refusal)".hasPrefix("notAllowed"), "\(consumer): \(refusal)")
                }
            }
        }
    }

    @Test("a load that gets no bytes any longer is ended")
    func silentLoad() async throws {
        let ticks: Ticks = Ticks()
        try await withMaps(.sqlite, sleep: ticks.wait) { vertical in
            let maps: MapsClient = MapsClient(vertical.channel(to: MapsContract.descriptor, as: "operator"))
            let commands: Commands<[UInt8]> = Commands()
            try await commands.send([UInt8](repeating: 0x20, count: 1 << 20))
            let outputs: OutputSequence<PlacesLoadOutput, MapsRefusal>.AsyncIterator = maps.loadPlaces(
                PlacesLoad(source: .commands, mode: .replace), commands
            ).makeAsyncIterator()
            #expect(try await outputs.next() == .progress(bytes: 1 << 20))
            ticks.tick()
            ticks.tick()
            let failure: CallFailure<MapsRefusal>? = await #expect(throws: CallFailure<MapsRefusal>.self) {
                try await within(.seconds(30), "the end of a silent load") { while try await outputs.next() != nil {} }
            }
            guard case .refused(let refusal)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect("\(refusal)" == "interrupted(received: 1048576)")
        }
    }

    @Test("a load that goes on too long is ended, although bytes come")
    func longLoad() async throws {
        let ticks: Ticks = Ticks()
        try await withMaps(.sqlite, sleep: ticks.wait) { vertical in
            let maps: MapsClient = MapsClient(vertical.channel(to: MapsContract.descriptor, as: "operator"))
            let commands: Commands<[UInt8]> = Commands()
            let outputs: OutputSequence<PlacesLoadOutput, MapsRefusal>.AsyncIterator = maps.loadPlaces(
                PlacesLoad(source: .commands, mode: .replace), commands
            ).makeAsyncIterator()
            let failure: CallFailure<MapsRefusal>? = await #expect(throws: CallFailure<MapsRefusal>.self) {
                // The largest document is as long.
                for _: Int in 0..<16 {
                    try await commands.send([UInt8](repeating: 0x20, count: 1 << 20))
                    ticks.tick()
                    _ = try await within(.seconds(30), "an answer") { try await outputs.next() }
                }
                try await within(.seconds(30), "the end of a long load") { while try await outputs.next() != nil {} }
            }
            guard case .refused(.interrupted)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test("a map on which nothing is done any longer is dismissed")
    func silentMap() async throws {
        let ticks: Ticks = Ticks()
        try await withMaps(.sqlite, sleep: ticks.wait) { vertical in
            let maps: MapsClient = MapsClient(vertical.channel(to: MapsContract.descriptor, as: "octopus"))
            let outputs: OutputSequence<MapOutput, MapsRefusal> = maps.pickPlace(MapConfiguration(), Commands())
            let iterator: OutputSequence<MapOutput, MapsRefusal>.AsyncIterator = outputs.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
            ticks.tick()
            ticks.tick()
            let last: MapOutput? = try await within(.seconds(30), "the end of a map that is left alone") { try await iterator.next() }
            #expect(last == nil)
            #expect(outputs.completion == .notDone)
        }
    }

    private func withMaps(
        _ store: PlacesStore,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void = WorldClock.system.sleep,
        _ body: @escaping @Sendable (VerticalUnderTest) async throws -> Void
    ) async throws {
        var world: World = World()
        world.clock.sleep = sleep
        try await withVertical(
            MapsLauncherPlugin { store.repository(in: $0) }, configuration: MapsConfiguration(places: ShippedPlaces.path), world: world,
            body)
    }
}

/// A clock's waits, each of which ends when a test says so.
private final class Ticks: Sendable {
    private let stream: AsyncStream<Void>
    private let hand: AsyncStream<Void>.Continuation

    init() {
        (stream, hand) = AsyncStream.makeStream()
    }

    func tick() { hand.yield() }

    @Sendable func wait(_: Duration) async throws(CancellationError) {
        var iterator: AsyncStream<Void>.AsyncIterator = stream.makeAsyncIterator()
        let tick: Void? = await iterator.next()
        if tick == nil { throw CancellationError() }
    }
}
