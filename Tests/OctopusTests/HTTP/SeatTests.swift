import AuthenticationIO
import ColonnadeContract
import ColonnadeWorld
import OctopusShell
import Testing

@testable import OctopusHTTP

@Suite("How much of the door one address may take")
struct SeatTests {
    private static func signedIn() -> SignedIn {
        let session: SessionDescription = SessionDescription(
            id: UUID(), user: UUID(), name: "ada", role: .patient, issued: Date(), expires: Date(timeIntervalSinceNow: 3600))
        return SignedIn(token: "secret", session: session)
    }

    @Test("Browsers of one address leave event streams to others, and all that nobody has signed in at leave some to people who have")
    func streams() {
        let (book, seats): (VisitorBook, StreamSeats) = (VisitorBook(world: World()), StreamSeats())
        func taken(from place: String, browsers: Int) -> [StreamSeat] {
            (0..<browsers).flatMap { _ in
                let visitor: Visitor = book.add(from: place)
                return (0..<(DoorLimits.streamsOfVisitor + 1)).compactMap { _ in seats.take(for: visitor) }
            }
        }
        #expect(taken(from: "10.6.6.5", browsers: 1).count == DoorLimits.streamsOfVisitor)
        var all: [StreamSeat] = taken(from: "10.6.6.6", browsers: 40)
        #expect(all.count == DoorLimits.anonymousStreamsOfAddress)
        let neighbour: Visitor = book.add(from: "10.0.0.1")
        #expect(seats.take(for: neighbour) != nil)
        for number in 0..<10 { all += taken(from: "10.6.7.\(number)", browsers: 20) }
        #expect(all.count == DoorLimits.anonymousStreams && seats.take(for: neighbour) == nil)
        neighbour.signIn(Self.signedIn())
        #expect(seats.take(for: neighbour) != nil)
        all = []
        #expect(seats.count == 0 && seats.take(for: book.add(from: "10.6.6.6")) != nil)
    }

    @Test("Connections of one address leave some to others, and a proxy's are not counted")
    func connections() {
        let seats: ConnectionSeats = ConnectionSeats(most: 3, open: ["10.0.0.9"])
        #expect((0..<5).filter { _ in seats.take(for: "10.6.6.6") }.count == 3)
        #expect(seats.take(for: "10.0.0.1") && (0..<10).allSatisfy { _ in seats.take(for: "10.0.0.9") })
        seats.leave("10.6.6.6")
        #expect(seats.take(for: "10.6.6.6") && !seats.take(for: "10.6.6.6"))
    }

    @Test("Memory is asked for once each time that a crowd has gone, and not for a few")
    func tide() async {
        let tide: ConnectionTide = ConnectionTide()
        for _ in 0..<10 { tide.come() }
        for _ in 0..<10 { tide.leave() }
        for _ in 0..<2 {
            for _ in 0..<100 { tide.come() }
            for _ in 0..<100 { tide.leave() }
        }
        var ebbs: AsyncStream<Void>.AsyncIterator = tide.ebbs.makeAsyncIterator()
        #expect(await ebbs.next() != nil)
        let next: Task<Bool, Never> = Task {
            for await _ in tide.ebbs { return true }
            return false
        }
        for _ in 0..<ConnectionTide.crowd { tide.come() }
        for _ in 0..<(ConnectionTide.crowd * 3 / 4) { tide.leave() }
        #expect(await next.value)
    }
}
