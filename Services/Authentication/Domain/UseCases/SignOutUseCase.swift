public import struct Foundation.UUID

/// Somebody leaves.
public struct SignOutUseCase: Sendable {
    private let ending: any EndSessionsInterface
    private let surroundings: Surroundings

    public init(ending: any EndSessionsInterface, surroundings: Surroundings) {
        self.ending = ending
        self.surroundings = surroundings
    }

    /// - Returns: the sessions that count no longer, once that is on disk.
    public func execute(_ session: SessionDomainModel) async throws -> [UUID] {
        try await ending.end(session, now: surroundings.now())
    }
}
