import ColonnadeContract
import ColonnadeEventLoop
import MapsIO

/// Looks for a place, again and again. Nothing is asked twice: what fails is lost.
final class SearchLoad: Sendable {
    let account: Account = Account()
    private let loop: EventLoop
    private let maps: MapsClient

    init(_ suite: CalledSuite) {
        loop = suite.loop
        maps = MapsClient(suite.channel(to: "maps", MapsContract.descriptor, account))
    }

    func search(_ number: Int) async {
        let begun: MonotonicTime = loop.now
        do throws(MapsClient.Failure) {
            let places: [Place] = try await maps.searchPlaces(PlaceSearch(text: "massachusetts general", limit: 1))
            guard places.count == 1 else {
                account.failed("search \(number) found \(places.count) places")
                return account.lost()
            }
            account.answered(after: loop.now - begun)
        } catch {
            account.failed("search \(number): \(error)")
            account.lost()
        }
    }
}
