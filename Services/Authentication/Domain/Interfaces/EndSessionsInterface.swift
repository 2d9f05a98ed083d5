public import struct Foundation.Date
public import struct Foundation.UUID

/// Knows which sessions were ended before their time.
public protocol EndSessionsInterface: Sendable {
    /// Remembers that a minor's session was made from a guardian's.
    /// - Throws: ``AuthenticationProblem/tooManyAttempts(retryAfter:)`` where very many were.
    func add(minor session: SessionDomainModel, to parent: SessionDomainModel, now: Date) async throws

    /// Ends a session and the minors' that were made from it; returns once that is on disk. Of an account that ends very many, all
    /// sessions end that are older than this one.
    /// - Returns: the session and the minors'.
    func end(_ session: SessionDomainModel, now: Date) async throws -> [UUID]

    /// Ends one of an account's own sessions, and the minors' that were made from it; returns once that is on disk.
    /// - Returns: the session and the minors'; none where the account has no such session that is known.
    func end(_ id: UUID, of account: UUID, now: Date) async throws -> [UUID]

    /// Ends all sessions of the session's account that were begun by now, and the minors' that were made from them; returns once that is on
    /// disk.
    /// - Returns: those of them that are known one by one.
    func endAll(like session: SessionDomainModel, now: Date) async throws -> [UUID]

    /// What who checks sessions has to know: what there is, then what comes; it does not end by itself.
    func news() -> any AsyncSequence<SessionNewsDomainModel, any Error> & Sendable
}
