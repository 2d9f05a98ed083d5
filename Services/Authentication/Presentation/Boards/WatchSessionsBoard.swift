public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `watchSessions`: tells by what sessions are checked.
public struct WatchSessionsBoard: Sendable {
    private let useCase: WatchSessionsUseCase

    public init(useCase: WatchSessionsUseCase) {
        self.useCase = useCase
    }

    func activate() -> OutputSequence<SessionNews, AuthenticationRefusal> {
        OutputSequence { [useCase] emit in
            for try await news: SessionNewsDomainModel in useCase.execute() { try await emit(SessionNews(news)) }
            return .done
        }
    }
}
