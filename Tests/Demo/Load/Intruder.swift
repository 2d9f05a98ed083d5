import ColonnadeContract
import ColonnadeEventLoop
import MapsIO

/// Calls maps by the edge of another vertical.
final class Intruder: Sendable {
    private let suite: CalledSuite
    private let consumer: String
    private let maps: MapsClient

    init(_ suite: CalledSuite, consumer: String) {
        self.suite = suite
        self.consumer = consumer
        maps = MapsClient(suite.channel(to: "maps", MapsContract.descriptor, as: consumer))
    }

    /// What the answer to a board is that the consumer has not declared: `directions`.
    func directions() async -> String {
        let request: DirectionsRequest = DirectionsRequest(
            from: .coordinate(Coordinate(latitude: 0, longitude: 0)), to: .coordinate(Coordinate(latitude: 1, longitude: 1)))
        let maps: MapsClient = maps
        return await Task(executorPreference: suite.loop) {
            do throws(MapsClient.Failure) {
                _ = try await maps.directions(request)
                return "answered"
            } catch {
                return error.fault.map { "\($0.code.name): \($0.message)" } ?? "\(error)"
            }
        }.value
    }
}
