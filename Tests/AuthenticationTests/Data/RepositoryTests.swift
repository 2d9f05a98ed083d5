import AuthenticationData
import AuthenticationDataDomainInterface
import AuthenticationDomain
import ColonnadeContract
import ColonnadeTesting
import Foundation
import Synchronization
import Testing

@Suite("What is kept of sessions and invitations", .timeLimit(.minutes(2)))
struct RepositoryTests {
    private let folder: TemporaryDirectory
    private let now: Date = TestClock.start

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("every code reads as it was written, and people may misread it in the usual ways")
    func codes() throws {
        for _ in 0..<200 {
            let text: String = InvitationSecret(bytes: RandomBytes.next(InvitationSecret.byteCount)).text
            #expect(text.count == 39 && InvitationSecret(text: text)?.text == text)
            let misread: String = text.lowercased().replacing("0", with: "o").replacing("1", with: "l").replacing("-", with: " ")
            #expect(InvitationSecret(text: misread)?.text == text)
            #expect(InvitationSecret(text: text + "0") == nil && InvitationSecret(text: String(text.dropLast())) == nil)
        }
    }

    @Test("sessions that were ended come in batches, in order, without those that have expired, also after a restart")
    func ended() async throws {
        let count: Int = EndedSessionRepository.batch * 2 + 30
        var ids: [UUID] = []
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: EndedSessionRepository = EndedSessionRepository(database)
        for number: Int in 0..<count {
            let isShort: Bool = number % 100 == 0
            let session: LivingSessionDataModel = LivingSessionDataModel(
                id: UUID(), user: UUID(), issued: now, expires: now.addingTimeInterval(isShort ? 10 : 1000))
            if !isShort { ids.append(session.id) }
            _ = try await repository.end(session, now: now)
        }
        try database.close()

        let again: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let later: Date = now.addingTimeInterval(20)
        let sessions: EndedSessions = EndedSessions(
            EndedSessionRepository(again), bell: NewsBell(), publicKey: [1, 2, 3], now: { later }, onEnd: { _ in })
        #expect(try await sessions.endedBefore().map(\.session) == ids)
        var told: [SessionNewsDomainModel] = []
        for try await news: SessionNewsDomainModel in sessions.news() {
            told.append(news)
            if news == .complete { break }
        }
        #expect(told.count == 5 && told.first == .key([1, 2, 3]))
        var revoked: [UUID] = []
        for case .revoked(let all) in told { revoked += all.map(\.session) }
        #expect(revoked == ids)
        try again.close()
    }

    @Test("ending a session twice is ending it once, and a session of a minor does not outlive the guardian's")
    func endedTwice() async throws {
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: EndedSessionRepository = EndedSessionRepository(database)
        let session: LivingSessionDataModel = LivingSessionDataModel(
            id: UUID(), user: UUID(), issued: now, expires: now.addingTimeInterval(100))
        let minor: LivingSessionDataModel = LivingSessionDataModel(id: UUID(), user: UUID(), issued: now, expires: session.expires)
        #expect(try await repository.add(minor: minor, to: session, now: now) == .added)
        #expect(try await repository.end(session, now: now).sessions == [session.id, minor.id])
        #expect(try await repository.end(session, now: now).sessions == [session.id])
        #expect(try await repository.ended(after: 0, now: now).map(\.id) == [session.id])
        #expect(try await repository.add(minor: minor, to: session, now: now) == .guardianHasLeft)
        try database.close()
    }

    @Test("an invitation is found by its code, until it expires")
    func invitations() async throws {
        let database: AccountsDatabase = try AccountsDatabase(directory: folder.path)
        let repository: InvitationRepository = InvitationRepository(database)
        let first: InvitationSecret = InvitationSecret(bytes: RandomBytes.next(InvitationSecret.byteCount))
        for (number, code): (Int, InvitationSecret) in [(1, first), (2, InvitationSecret(bytes: RandomBytes.next(20)))] {
            let invitation: InvitationDataModel = InvitationDataModel(
                name: "n\(number)", nameKey: "n\(number)", role: "staff", patient: nil, wards: [], expires: now.addingTimeInterval(100))
            #expect(try await repository.add(invitation, code: code, now: now))
        }
        #expect(try await repository.invitation(first, now: now)?.name == "n1")
        #expect(try await repository.invitation(first, now: now.addingTimeInterval(100)) == nil)
        try database.close()
    }

    @Test("a private file is written whole, for its owner only, in a directory for its owner only")
    func privateFile() throws {
        let file: PrivateFile = try PrivateFile("secret", in: folder.path)
        #expect(try file.read() == nil)
        try file.write([1, 2, 3])
        try file.write([4, 5])
        #expect(try file.read() == [4, 5])
        #expect(try folder.permissions(of: "secret") == 0o600 && folder.permissions(of: "") == 0o700)
        try file.remove()
        try file.remove()
        #expect(try file.read() == nil)
    }

    @Test("who reads a private file while it is written finds the old one or the new one, and no file beside it is left")
    func privateFileWhileWritten() async throws {
        let file: PrivateFile = try PrivateFile("secret", in: folder.path)
        try file.write([0, 0])
        let failed: Mutex<Bool?> = Mutex(nil)
        // A thread of its own, which ends whatever the others do.
        Thread.detachNewThread {
            let isWritten: Bool = (1...100).allSatisfy { (number: UInt8) in (try? file.write([number, number])) != nil }
            failed.withLock { $0 = !isWritten }
        }
        var last: UInt8 = 0
        while failed.withLock(\.self) == nil {
            let read: [UInt8] = try #require(try file.read())
            try #require(read.count == 2 && read[0] == read[1] && read[0] >= last)
            last = read[0]
            await Task.yield()
        }
        #expect(failed.withLock(\.self) == false)
        #expect(try file.read() == [100, 100])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret"])
    }
}
