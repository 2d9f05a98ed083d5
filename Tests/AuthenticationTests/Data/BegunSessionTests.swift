import AuthenticationData
import AuthenticationDataDomainInterface
import AuthenticationDomain
import ColonnadeContract
import ColonnadeTesting
import Foundation
import Testing

@Suite("What is kept of sessions that were begun", .timeLimit(.minutes(2)))
struct BegunSessionTests {
    private let folder: TemporaryDirectory
    private let now: Date = TestClock.start

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("they are listed with their places, the newest first, by account, until they expire; also after a restart")
    func listed() async throws {
        let (ana, beat): (UUID, UUID) = (UUID(), UUID())
        let sessions: [BegunSessionDataModel] = (0..<3).map { session($0, place: $0 == 1 ? "192.0.2.1" : nil) }
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        for session: BegunSessionDataModel in sessions {
            try await BegunSessionRepository(database).add(session, of: ana, now: now)
        }
        try await BegunSessionRepository(database).add(session(9), of: beat, now: now)
        try database.close()

        let again: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: BegunSessionRepository = BegunSessionRepository(again)
        #expect(try await repository.sessions(of: ana, now: now) == sessions.reversed())
        #expect(try await repository.sessions(of: UUID(), now: now) == [])
        // At its very end a session is worth nothing.
        #expect(try await repository.sessions(of: ana, now: sessions[0].expires) == [sessions[2], sessions[1]])
        try again.close()
    }

    @Test("an account has a hundred at most, of which the oldest goes first; who has expired makes room")
    func bounded() async throws {
        let ana: UUID = UUID()
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: BegunSessionRepository = BegunSessionRepository(database)
        let most: Int = BegunSessionRepository.mostByAccount
        let sessions: [BegunSessionDataModel] = (0..<most + 5).map { session($0) }
        for session: BegunSessionDataModel in sessions { try await repository.add(session, of: ana, now: now) }
        #expect(try await repository.sessions(of: ana, now: now).map(\.id) == sessions.suffix(most).reversed().map(\.id))
        let later: Date = sessions[most + 3].expires
        try await repository.add(
            BegunSessionDataModel(id: UUID(), place: nil, issued: later, expires: .distantFuture), of: UUID(), now: later)
        // Forgotten, and not only left out.
        #expect(try await repository.sessions(of: ana, now: now).map(\.id) == [sessions[most + 4].id])
        try database.close()
    }

    @Test("only an account's own session ends by its id; all end at once, and stay so")
    func ended() async throws {
        let (ana, beat): (UUID, UUID) = (UUID(), UUID())
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let (begun, ended): (BegunSessionRepository, EndedSessionRepository) = (
            BegunSessionRepository(database), EndedSessionRepository(database)
        )
        let sessions: [BegunSessionDataModel] = (0..<4).map { session($0) }
        for session: BegunSessionDataModel in sessions { try await begun.add(session, of: ana, now: now) }
        #expect(try await ended.end(sessions[0].id, of: beat, now: now) == nil)
        #expect(try await ended.end(sessions[0].id, of: ana, now: now)?.sessions == [sessions[0].id])
        #expect(try await ended.end(sessions[0].id, of: ana, now: now) == nil)
        #expect(try await begun.sessions(of: ana, now: now).count == 3)
        let later: Date = now.addingTimeInterval(10)
        let all: (revocation: EndedSessionDataModel, sessions: [UUID]) = try await ended.endAll(
            of: ana, now: later, until: later.addingTimeInterval(100))
        #expect(Set(all.sessions) == Set(sessions.dropFirst().map(\.id)))
        #expect(all.revocation.id == ana && all.revocation.issued == later)
        #expect(try await begun.sessions(of: ana, now: now) == [])
        // One row says it all.
        #expect(try await ended.ended(after: 0, now: now).map(\.id) == [ana])
        let old: LivingSessionDataModel = LivingSessionDataModel(id: sessions[3].id, user: ana, issued: now, expires: sessions[3].expires)
        let minor: LivingSessionDataModel = LivingSessionDataModel(id: UUID(), user: UUID(), issued: later, expires: sessions[3].expires)
        #expect(try await ended.add(minor: minor, to: old, now: later) == .guardianHasLeft)
        try database.close()
    }

    @Test("who follows an account hears of it, and of no other; nobody is remembered who has left")
    func followed() async throws {
        let bells: NewsBells<UUID> = NewsBells<UUID>()
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let sessions: BegunSessions = BegunSessions(BegunSessionRepository(database), bells: bells, now: { [now] in now })
        let ana: SessionDomainModel = SessionDomainModel(
            id: UUID(), user: UUID(), name: "ana", role: .patient, issued: now, expires: now.addingTimeInterval(60))
        let told: Mailbox<[UUID]> = Mailbox()
        let following: Task<Void, any Error> = Task {
            for try await known: BegunSessionsDomainModel in sessions.sessions(of: ana.user) { told.put(known.sessions.map(\.id)) }
        }
        #expect(try await told.first() == [])
        try await sessions.add(ana, from: nil, now: now)
        #expect(try await told.nth(2) == [ana.id])
        following.cancel()
        _ = await following.result
        for _: Int in 0..<1_000 { _ = bells.listen(to: UUID()) }
        #expect(bells.count <= 128)
        try database.close()
    }

    private func session(_ number: Int, place: String? = nil) -> BegunSessionDataModel {
        let issued: Date = now.addingTimeInterval(Double(number))
        return BegunSessionDataModel(id: UUID(), place: place, issued: issued, expires: issued.addingTimeInterval(1_000))
    }
}
