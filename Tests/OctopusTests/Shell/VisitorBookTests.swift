import AuthenticationIO
import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
import Testing

@testable import OctopusShell

@Suite("The browsers that the shell knows", .timeLimit(.minutes(2)))
struct VisitorBookTests {
    private static var limits: VisitorBook.Limits {
        var limits: VisitorBook.Limits = VisitorBook.Limits()
        (limits.anonymous, limits.anonymousOfAddress) = (20, 5)
        return limits
    }

    private static func signedIn() -> SignedIn {
        let session: SessionDescription = SessionDescription(
            id: UUID(), user: UUID(), name: "ada", role: .patient, issued: Date(), expires: Date(timeIntervalSinceNow: 3600))
        return SignedIn(token: "secret", session: session)
    }

    @Test("Whoever sends no cookies pushes out their own address first, and never who has signed in")
    func flood() {
        let book: VisitorBook = VisitorBook(world: World(), limits: Self.limits)
        let person: Visitor = book.add(from: "10.0.0.1")
        person.signIn(Self.signedIn())
        let neighbour: Visitor = book.add(from: "10.0.0.2")
        for _ in 0..<100 { _ = book.add(from: "10.6.6.6") }
        #expect(book.find(neighbour.id) != nil && book.count == 7)
        for number in 0..<100 { _ = book.add(from: "10.6.7.\(number)") }
        #expect(book.count <= 22 && book.find(person.id) === person)
    }

    @Test("Signing in and out gives the browser a new cookie and a new token, and the old ones are worth nothing")
    func renaming() {
        let book: VisitorBook = VisitorBook(world: World())
        let visitor: Visitor = book.add(from: "10.0.0.1")
        let (first, token): (String, String) = (visitor.id, visitor.token)
        #expect(book.cookie(of: visitor) == first)
        visitor.signIn(Self.signedIn())
        let second: String = book.cookie(of: visitor)
        #expect(second != first && visitor.token != token && book.find(first) == nil && book.find(second) === visitor)
        visitor.signOut()
        #expect(book.cookie(of: visitor) != second && book.find(second) == nil && visitor.person == nil)
    }

    @Test("A session that is over is nobody's")
    func expiry() {
        let visitor: Visitor = VisitorBook(world: World(clock: .fixed(Date(timeIntervalSinceNow: 7200)))).add(from: "")
        visitor.signIn(Self.signedIn())
        #expect(visitor.person == nil)
    }

    @Test("Who opens many pages closes those of their own address, and never those of people")
    func pages() {
        var limits: VisitorBook.Limits = VisitorBook.Limits()
        (limits.anonymousPages, limits.anonymousPagesOfAddress) = (32, 8)
        limits.unseenPagesOfAddress = 8
        let book: VisitorBook = VisitorBook(world: World(), limits: limits)
        func open(_ link: String, by visitor: Visitor) -> OpenPage {
            let page: OpenPage = visitor.open(link, flows: EmptyFlows())
            book.noteOpened(page, by: visitor)
            return page
        }
        let (person, neighbour): (Visitor, Visitor) = (book.add(from: "10.0.0.1"), book.add(from: "10.0.0.2"))
        let early: OpenPage = open("/early", by: person)
        person.signIn(Self.signedIn())
        let (late, near): (OpenPage, OpenPage) = (open("/late", by: person), open("/near", by: neighbour))
        let crowd: [Visitor] = (0..<5).map { _ in book.add(from: "10.6.6.6") }
        for number in 0..<100 {
            let newest: OpenPage = open("/\(number)", by: crowd[number % 5])
            #expect(!newest.isClosed && crowd.reduce(0) { $0 + $1.pages.count } <= 8)
        }
        #expect(!early.isClosed && !late.isClosed && !near.isClosed)
        let others: [Visitor] = (0..<100).map { book.add(from: "10.6.7.\($0)") }
        for visitor: Visitor in others { _ = open("/", by: visitor) }
        #expect((others + crowd).reduce(0) { $0 + $1.pages.count } <= 32)
        #expect(!early.isClosed && !late.isClosed && near.isClosed && person.pages.count == 2)
    }

    @Test("A page that a browser follows stays longer than those that nobody looks at")
    func followed() {
        var limits: VisitorBook.Limits = VisitorBook.Limits()
        (limits.anonymousPagesOfAddress, limits.unseenPagesOfAddress) = (8, 3)
        let book: VisitorBook = VisitorBook(world: World(), limits: limits)
        let visitor: Visitor = book.add(from: "10.0.0.1")
        let followed: OpenPage = visitor.open("/followed", flows: EmptyFlows())
        book.noteOpened(followed, by: visitor)
        followed.watch()
        for number in 0..<20 { book.noteOpened(visitor.open("/\(number)", flows: EmptyFlows()), by: visitor) }
        #expect(!followed.isClosed && visitor.pages.count == 4)
        for number in 20..<40 {
            let page: OpenPage = visitor.open("/\(number)", flows: EmptyFlows())
            page.watch()
            book.noteOpened(page, by: visitor)
            #expect(!page.isClosed && visitor.pages.count <= 8)
        }
        #expect(followed.isClosed && visitor.pages.count == 8)
    }
}

/// Flows that show nothing.
private final class EmptyFlows: PageFlows {
    let tiles: [PageTile] = []
    let primary: Flow = Flow()
    let secondary: Flow = Flow()
    let modal: Flow = Flow()
    let files: FileOffers = FileOffers()
    let places: [NavigationPlace] = []

    func listen(_ hear: @escaping @Sendable () -> Void) -> NewsBell.Listening { NewsBell().listen(hear) }
    func start() {}
    func open(_ route: Route, of vertical: String) -> Bool { false }
    func askForSignIn() {}
    func become(_ person: SignedIn?) {}
    func act(for ward: SignedIn?) {}
    func names(of people: Set<ScreenPerson>) async throws(ScreenFailure) -> [String: String] { [:] }
}
