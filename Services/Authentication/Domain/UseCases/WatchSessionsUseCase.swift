/// Somebody checks sessions by themselves.
public struct WatchSessionsUseCase: Sendable {
    private let ending: any EndSessionsInterface

    public init(ending: any EndSessionsInterface) {
        self.ending = ending
    }

    /// What there is to know, then what comes; it does not end by itself.
    public func execute() -> any AsyncSequence<SessionNewsDomainModel, any Error> & Sendable {
        ending.news()
    }
}
