/// Somebody looks where they are signed in.
public struct FollowSessionsUseCase: Sendable {
    private let keeping: any KeepSessionsInterface

    public init(keeping: any KeepSessionsInterface) {
        self.keeping = keeping
    }

    /// The sessions of the caller's account as they are, then as they change; it does not end by itself.
    public func execute(_ session: SessionDomainModel) -> any AsyncSequence<BegunSessionsDomainModel, any Error> & Sendable {
        keeping.sessions(of: session.user)
    }
}
