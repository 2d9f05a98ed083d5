import AuthenticationData
import ColonnadeTesting
import Foundation
import Testing

@Suite("One account that signs out without end", .timeLimit(.minutes(2)))
struct ManySignOutsTests {
    private let folder: TemporaryDirectory
    private let now: Date = TestClock.start

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("rows are bounded, and each session that was ended stays so; no newer one ends with them")
    func bounded() async throws {
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: EndedSessionRepository = EndedSessionRepository(database)
        let (ana, beat): (UUID, UUID) = (UUID(), UUID())
        let other: LivingSessionDataModel = session(of: beat, 0)
        _ = try await repository.end(other, now: now)
        var (told, last): (Set<UUID>, Int64) = ([], 0)
        for number: Int in 0..<(EndedSessionRepository.mostByAccount * 4) {
            let session: LivingSessionDataModel = session(of: ana, number)
            let minor: LivingSessionDataModel = LivingSessionDataModel(
                id: UUID(), user: UUID(), issued: session.issued, expires: session.expires)
            #expect(try await repository.add(minor: minor, to: session, now: now) == .added)
            let ended: (revocation: EndedSessionDataModel, sessions: [UUID]) = try await repository.end(session, now: now)
            #expect(ended.sessions == [session.id, minor.id])
            #expect(ended.revocation.id == session.id || ended.revocation.id == ana && ended.revocation.issued == session.issued)
            #expect(ended.revocation.expires == session.expires)
            #expect(try await repository.add(minor: minor, to: session, now: now) == .guardianHasLeft)
            // Who follows hears of each, as a row that comes after those that they have read.
            let news: [EndedSessionDataModel] = try await repository.ended(after: last, now: now)
            #expect(news.last?.id == ended.revocation.id && news.last?.issued == session.issued)
            last = news.last?.number ?? last
            told.formUnion(news.map(\.id))
        }
        let rows: [EndedSessionDataModel] = try await repository.ended(after: 0, now: now)
        #expect(rows.count == EndedSessionRepository.mostByAccount + 2)
        #expect(told == Set(rows.map(\.id)) && told.contains(ana) && told.contains(other.id) && !told.contains(beat))
        let newer: LivingSessionDataModel = session(of: ana, 100_000)
        let minor: LivingSessionDataModel = session(of: UUID(), 100_001)
        #expect(try await repository.add(minor: minor, to: newer, now: now) == .added)
        try database.close()
    }

    @Test("a guardian has as many sessions of minors as by one session, by however many")
    func minors() async throws {
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: EndedSessionRepository = EndedSessionRepository(database)
        let ana: UUID = UUID()
        for number: Int in 0..<EndedSessionRepository.mostMinors {
            #expect(try await repository.add(minor: session(of: UUID(), number), to: session(of: ana, number), now: now) == .added)
        }
        let first: Date = session(of: ana, 0).expires
        #expect(try await repository.add(minor: session(of: UUID(), 1), to: session(of: ana, 200), now: now) == .full(until: first))
        #expect(try await repository.add(minor: session(of: UUID(), 1), to: session(of: UUID(), 200), now: now) == .added)
        try database.close()
    }

    private func session(of user: UUID, _ number: Int) -> LivingSessionDataModel {
        let issued: Date = now.addingTimeInterval(Double(number))
        return LivingSessionDataModel(id: UUID(), user: user, issued: issued, expires: issued.addingTimeInterval(604_800))
    }
}
