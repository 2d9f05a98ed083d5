public import struct Foundation.UUID

/// Somebody ends all of their sessions, this one included.
public struct EndAllSessionsUseCase: Sendable {
    private let ending: any EndSessionsInterface
    private let surroundings: Surroundings

    public init(ending: any EndSessionsInterface, surroundings: Surroundings) {
        self.ending = ending
        self.surroundings = surroundings
    }

    /// - Returns: those of the sessions that count no longer which are known one by one, once that is on disk.
    public func execute(_ session: SessionDomainModel) async throws -> [UUID] {
        try await ending.endAll(like: session, now: surroundings.now())
    }
}
