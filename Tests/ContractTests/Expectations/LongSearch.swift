import Colonnade
import MapsIO
import Testing

/// A search that keeps maps at work for some seconds, so that it can be left in the middle: a hundred words, each of which is the
/// beginning of three thousand in each of two hundred places.
struct LongSearch: Sendable {
    private static let query: PlaceSearch = PlaceSearch(text: [String](repeating: "z", count: 100).joined(separator: " "))
    private static let document: [UInt8] = {
        let name: String = (0..<3_000).map { "z\($0)" }.joined(separator: " ")
        let features: [String] = (0..<200).map {
            #"{"type":"Feature","id":"long\#($0)","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"name":"\#(name)"}}"#
        }
        return Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
    }()

    private let maps: MapsClient

    /// Has maps know the places.
    init(in provider: RunningProvider) async throws {
        maps = MapsClient(try provider.channel(to: MapsContract.descriptor))
        let loading: MapsClient = MapsClient(try provider.operatorChannel(to: MapsContract.descriptor))
        let commands: Commands<[UInt8]> = Commands()
        try await commands.send(Self.document)
        commands.finish()
        for try await output: PlacesLoadOutput in loading.loadPlaces(PlacesLoad(source: .commands, mode: .add), commands) {
            if case .summary(let summary) = output { #expect(summary.added == 200) }
        }
    }

    /// Comes to an answer, if anybody waits so long.
    @Sendable func run() async throws {
        _ = try await maps.searchPlaces(Self.query)
    }
}
