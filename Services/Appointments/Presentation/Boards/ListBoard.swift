public import AppointmentsDomain
import AppointmentsIO

/// `list`: one page of appointments.
public struct ListBoard: Sendable {
    private let useCase: ListAppointmentsUseCase
    private let visitors: Visitors

    public init(useCase: ListAppointmentsUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: ListRequest) async throws -> AppointmentsPage {
        let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
        let query: ListQueryDomainModel = ListQueryDomainModel(
            scope: ListScopeDomainModel(input.scope), from: input.from.map(Moment.init(from:)),
            pageSize: input.pageSize ?? ListQueryDomainModel.usualPageSize, cursor: input.cursor)
        return try AppointmentsPage(await refusing { try await useCase.execute(query, for: visitor) })
    }
}
