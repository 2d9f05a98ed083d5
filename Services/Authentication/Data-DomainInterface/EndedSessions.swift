public import AuthenticationData
public import AuthenticationDomain
public import ColonnadeContract
import Foundation

/// Keeps which sessions were ended, and tells those who check sessions.
public struct EndedSessions: EndSessionsInterface {
    private let repository: EndedSessionRepository
    private let bell: NewsBell
    private let accounts: NewsBells<UUID>
    private let publicKey: [UInt8]
    private let now: @Sendable () -> Date
    /// The vertical's own check of sessions hears of it first.
    private let onEnd: @Sendable ([RevocationDomainModel]) -> Void

    public init(
        _ repository: EndedSessionRepository, bell: NewsBell, accounts: NewsBells<UUID> = NewsBells<UUID>(), publicKey: [UInt8],
        now: @escaping @Sendable () -> Date, onEnd: @escaping @Sendable ([RevocationDomainModel]) -> Void
    ) {
        self.repository = repository
        self.bell = bell
        self.accounts = accounts
        self.publicKey = publicKey
        self.now = now
        self.onEnd = onEnd
    }

    public func add(minor session: SessionDomainModel, to parent: SessionDomainModel, now: Date) async throws {
        let addition: MinorAddition = try await repository.add(
            minor: LivingSessionDataModel(session), to: LivingSessionDataModel(parent), now: now)
        switch addition {
        case .added: return
        case .guardianHasLeft: throw AuthenticationProblem.notAllowed
        case .full(let end): throw AuthenticationProblem.tooManyAttempts(retryAfter: .seconds(end.timeIntervalSince(now)))
        }
    }

    public func end(_ session: SessionDomainModel, now: Date) async throws -> [UUID] {
        let (revocation, sessions): (EndedSessionDataModel, [UUID]) = try await repository.end(LivingSessionDataModel(session), now: now)
        tell(revocation, of: session.user)
        return sessions
    }

    public func end(_ id: UUID, of account: UUID, now: Date) async throws -> [UUID] {
        guard
            let (revocation, sessions): (EndedSessionDataModel, [UUID]) = try await repository.end(id, of: account, now: now)
        else { return [] }
        tell(revocation, of: account)
        return sessions
    }

    public func endAll(like session: SessionDomainModel, now: Date) async throws -> [UUID] {
        let (revocation, sessions): (EndedSessionDataModel, [UUID]) = try await repository.endAll(
            of: session.user, now: now, until: now.addingTimeInterval(Lifetimes.session(of: session.role)))
        tell(revocation, of: session.user)
        return sessions.contains(session.id) ? sessions : [session.id] + sessions
    }

    private func tell(_ revocation: EndedSessionDataModel, of account: UUID) {
        onEnd([RevocationDomainModel(revocation)])
        bell.ring()
        accounts.ring(account)
    }

    /// What was ended before, for the vertical's own check of sessions at its start.
    public func endedBefore() async throws -> [RevocationDomainModel] {
        var all: [RevocationDomainModel] = []
        var last: Int64 = 0
        while case let batch = try await repository.ended(after: last, now: now()), let end: EndedSessionDataModel = batch.last {
            all += batch.map(RevocationDomainModel.init)
            last = end.number
        }
        return all
    }

    public func news() -> any AsyncSequence<SessionNewsDomainModel, any Error> & Sendable {
        SessionNewsSequence(repository: repository, bell: bell, publicKey: publicKey, now: now)
    }
}

extension RevocationDomainModel {
    init(_ model: EndedSessionDataModel) {
        self.init(session: model.id, issued: model.issued, expires: model.expires)
    }
}

extension LivingSessionDataModel {
    init(_ session: SessionDomainModel) {
        self.init(id: session.id, user: session.user, issued: session.issued, expires: session.expires)
    }
}
