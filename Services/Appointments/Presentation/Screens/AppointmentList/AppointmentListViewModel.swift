import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// A patient's appointments: what is there page by page, and what comes.
final class AppointmentListViewModel: ViewModel {
    private static let pageSize: Int = 25
    /// How far back one still belongs to those ahead, in seconds: who comes late looks where to go.
    private static let lateness: Int64 = 86_400

    let output: ViewOutput<AppointmentListState>
    private let visitor: ScreenVisitor
    private let listing: ListAppointmentsUseCase
    private let following: FollowAppointmentsUseCase
    private let describing: DescribeAppointmentUseCase
    private let now: @Sendable () -> Moment
    /// Where news begin: with what the first page does not have.
    private let start: String

    /// Begins with the first page.
    /// - Parameter patient: whose; nil for the visitor's own.
    init(
        of patient: String?, visitor: ScreenVisitor, listing: ListAppointmentsUseCase, following: FollowAppointmentsUseCase,
        describing: DescribeAppointmentUseCase, now: @escaping @Sendable () -> Moment
    ) async throws {
        (self.visitor, self.listing, self.following, self.describing) = (visitor, listing, following, describing)
        self.now = now
        var state: AppointmentListState = AppointmentListState(
            patient: try await visitor.patient(patient), isForStaff: try await visitor.now.role == .staff,
            from: now().adding(-Self.lateness))
        let page: AppointmentPageDomainModel = try await Self.page(of: state, after: nil, visitor, listing)
        state.rows.begin(page, page.appointments.map(describing.execute), isWanted: state.isWanted)
        output = ViewOutput(state)
        start = page.follow
    }

    var inputs: [ViewInput] {
        [
            .chosen("appointments", choose), .more("appointments", more),
            .pressed("book") { [self] in output.go(AppointmentListRoute.bookingWanted(patient: output.state.patient)) },
            .pressed("first") { [self] in try await begin(from: output.state.from) },
            .pressed("earlier") { [self] in try await begin(from: nil) },
            .pressed("upcoming") { [self] in try await begin(from: now().adding(-Self.lateness)) },
        ]
    }

    /// Follows what happens to the patient's appointments.
    func run() async throws {
        let visitor: VisitorDomainModel = try await visitor.now
        let news: any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable = try await refusing {
            try await following.execute(.patient(output.state.patient), after: start, for: visitor)
        }
        for try await batch: [AppointmentNewsDomainModel] in news {
            _ = try await self.visitor.now
            let described: [AppointmentDetailsDomainModel] = batch.compactMap { $0.appointment.map(describing.execute) }
            output.update { state in
                for one: AppointmentDetailsDomainModel in described {
                    state.rows.take(one, isWanted: state.isWanted(one))
                }
            }
        }
    }

    private func choose(_ id: String) throws {
        output.go(AppointmentListRoute.appointmentChosen(id: try UUID(model: id)))
    }

    private func begin(from: Moment?) async throws {
        var wanted: AppointmentListState = output.state
        wanted.from = from
        try await load(wanted, after: nil) { state, page, described in
            state.from = from
            state.rows.begin(page, described, isWanted: state.isWanted)
        }
    }

    private func more(_ cursor: String) async throws {
        try await load(output.state, after: cursor) { $0.rows.goOn($1, $2, isWanted: $0.isWanted) }
    }

    private func load(
        _ wanted: AppointmentListState, after cursor: String?,
        _ take: (inout AppointmentListState, AppointmentPageDomainModel, [AppointmentDetailsDomainModel]) -> Void
    ) async throws {
        output.update { $0.rows.beginReading() }
        let page: AppointmentPageDomainModel
        do {
            page = try await Self.page(of: wanted, after: cursor, visitor, listing)
        } catch {
            output.update { $0.rows.stopReading() }
            throw error
        }
        let described: [AppointmentDetailsDomainModel] = page.appointments.map(describing.execute)
        output.update { take(&$0, page, described) }
    }

    private static func page(
        of state: AppointmentListState, after cursor: String?, _ visitor: ScreenVisitor, _ listing: ListAppointmentsUseCase
    ) async throws -> AppointmentPageDomainModel {
        let visitor: VisitorDomainModel = try await visitor.now
        return try await refusing {
            try await listing.execute(
                ListQueryDomainModel(scope: .patient(state.patient), from: state.from, pageSize: pageSize, cursor: cursor), for: visitor)
        }
    }
}
