public import AppointmentsDomain
import AppointmentsIO
import Colonnade

/// `follow`: what happens to appointments, until the caller leaves or the session no longer counts.
public struct FollowBoard: Sendable {
    private let useCase: FollowAppointmentsUseCase
    private let visitors: Visitors

    public init(useCase: FollowAppointmentsUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: FollowAppointments) -> OutputSequence<AppointmentNews, AppointmentsRefusal> {
        OutputSequence { [useCase, visitors] emit in
            let scope: FollowScopeDomainModel = FollowScopeDomainModel(input.scope)
            let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
            let news: any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable = try await refusing {
                try await useCase.execute(scope, after: input.cursor, for: visitor)
            }
            for try await batch: [AppointmentNewsDomainModel] in news {
                // It may go on for days: who has signed out meanwhile learns nothing more.
                _ = try await visitors.visitor(minorSession: input.minorSession)
                for one: AppointmentNewsDomainModel in batch { try await emit(try AppointmentNews(one)) }
            }
            return .done
        }
    }
}
