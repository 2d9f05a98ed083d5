public import AuthenticationData
public import AuthenticationDomain
import ColonnadeContract
import Foundation

/// Keeps which sessions were begun, and tells those who look at their own.
public struct BegunSessions: KeepSessionsInterface {
    private let repository: BegunSessionRepository
    private let bells: NewsBells<UUID>
    private let now: @Sendable () -> Date

    public init(_ repository: BegunSessionRepository, bells: NewsBells<UUID>, now: @escaping @Sendable () -> Date) {
        self.repository = repository
        self.bells = bells
        self.now = now
    }

    public func add(_ session: SessionDomainModel, from place: String?, now: Date) async throws {
        try await repository.add(
            BegunSessionDataModel(id: session.id, place: place, issued: session.issued, expires: session.expires), of: session.user,
            now: now)
        bells.ring(session.user)
    }

    public func sessions(of account: UUID) -> any AsyncSequence<BegunSessionsDomainModel, any Error> & Sendable {
        BegunSessionsSequence(repository: repository, bells: bells, account: account, now: now)
    }
}

/// The sessions of an account, then again each time that they change.
struct BegunSessionsSequence: AsyncSequence, Sendable {
    typealias Element = BegunSessionsDomainModel
    typealias Failure = any Error

    let repository: BegunSessionRepository
    let bells: NewsBells<UUID>
    let account: UUID
    let now: @Sendable () -> Date

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: BegunSessionsSequence
        private var isFirst: Bool = true
        private var rings: AsyncStream<Void>.AsyncIterator

        init(sequence: BegunSessionsSequence) {
            self.sequence = sequence
            // Before it looks, so that nothing is missed.
            rings = sequence.bells.listen(to: sequence.account).makeAsyncIterator()
        }

        mutating func next() async throws -> BegunSessionsDomainModel? {
            if !isFirst, await rings.next(isolation: #isolation) == nil { throw CancellationError() }
            isFirst = false
            let sessions: [BegunSessionDataModel] = try await sequence.repository.sessions(of: sequence.account, now: sequence.now())
            return BegunSessionsDomainModel(
                sessions: sessions.map {
                    BegunSessionDomainModel(id: $0.id, place: $0.place, issued: $0.issued, expires: $0.expires)
                }, isCut: sessions.count >= BegunSessionRepository.mostByAccount)
        }
    }
}
