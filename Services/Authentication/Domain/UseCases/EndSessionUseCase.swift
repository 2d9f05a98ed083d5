public import struct Foundation.UUID

/// Somebody ends one of their sessions, such as that of a browser that they have left.
public struct EndSessionUseCase: Sendable {
    private let ending: any EndSessionsInterface
    private let surroundings: Surroundings

    public init(ending: any EndSessionsInterface, surroundings: Surroundings) {
        self.ending = ending
        self.surroundings = surroundings
    }

    /// - Parameter session: the caller's; another account's session is never ended.
    /// - Returns: the sessions that count no longer, once that is on disk; none where the account has no such session any more.
    public func execute(_ id: UUID, by session: SessionDomainModel) async throws -> [UUID] {
        // The caller's own may be too old to be listed.
        if id == session.id { return try await ending.end(session, now: surroundings.now()) }
        return try await ending.end(id, of: session.user, now: surroundings.now())
    }
}
