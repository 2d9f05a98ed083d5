import AuthenticationIO
import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
import Synchronization
import Testing

@testable import OctopusShell

/// What a form's answer waits for.
@Suite("What comes of an action", .timeLimit(.minutes(2)))
struct ChangeMarkTests {
    /// A home page of tiles, and nothing else.
    private final class Home: PageFlows {
        let tiles: [PageTile]
        let primary: Flow = Flow()
        let secondary: Flow = Flow()
        let modal: Flow = Flow()
        let files: FileOffers = FileOffers()
        let places: [NavigationPlace] = []

        init(_ tiles: [PageTile]) {
            self.tiles = tiles
        }

        func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening { NewsBell().listen(hear) }
        func start() {}
        func open(_ route: Route, of vertical: String) -> Bool { false }
        func askForSignIn() {}
        func become(_ person: SignedIn?) {}
        func act(for ward: SignedIn?) {}
        func names(of people: Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String] { [:] }
    }

    /// A board that shows an empty screen for each element.
    private static func tile(_ id: UInt64, _ shows: AsyncStream<Void>) -> PageTile {
        PageTile(
            id: id, title: "A tile",
            screen: PresentedScreen(
                "Tests.tile\(id)",
                board: { _ in
                    OutputSequence<ScreenOutput, NoRefusal> { emit in
                        for await _ in shows { try await emit(.screen(Screen(title: "Shown", elements: []))) }
                        return .done
                    }
                }))
    }

    @Test("The own screen's content counts, another's does not, and for the page all do")
    func ownScreen() async throws {
        let (first, showFirst): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let (second, showSecond): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let home: Home = Home([Self.tile(1, first), Self.tile(2, second)])
        let page: OpenPage = OpenPage(id: "page", link: "/", flows: home, world: World()) { CallMetadata() }
        let screens: [LiveScreen] = page.view.main
        try #require(screens.count == 2)
        let (own, whole): (Int, Int) = (page.changeMark(of: screens[0].id), page.changeMark())

        showSecond.yield()
        await page.wait(within: .seconds(60), clock: .system) { screens[1].shown != .loading }
        #expect(screens[1].shown != .loading)
        #expect(page.changeMark(of: screens[0].id) == own)
        #expect(page.changeMark() != whole)

        showFirst.yield()
        await page.wait(within: .seconds(60), clock: .system) { page.changeMark(of: screens[0].id) != own }
        #expect(screens[0].shown != .loading)
        page.close()
    }
}
