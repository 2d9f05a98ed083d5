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
}
