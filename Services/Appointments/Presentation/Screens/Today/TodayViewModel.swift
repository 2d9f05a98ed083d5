import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What a clinic's day is looked at with.
struct TodayUseCases: Sendable {
    let day: ViewClinicDayUseCase
    let clinics: FindClinicsUseCase
    let listing: ListAppointmentsUseCase
    let following: FollowAppointmentsUseCase
    let describing: DescribeAppointmentUseCase
}

/// A clinic's appointments of today, live; at the clinic's midnight the next day's.
final class TodayViewModel: ViewModel {
    private static let pageSize: Int = 100

    let output: ViewOutput<TodayState>
    private let visitor: ScreenVisitor
    private let useCases: TodayUseCases
    private let sleep: @Sendable (Duration) async throws(CancellationError) -> Void
    /// Rings when another day was begun.
    private let turned: NewsBell = NewsBell()

    /// - Parameter clinic: nil for the first.
    init(
        of clinic: String?, visitor: ScreenVisitor, useCases: TodayUseCases,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) async throws {
        (self.visitor, self.useCases, self.sleep) = (visitor, useCases, sleep)
        let (day, page): (ClinicDayDomainModel, AppointmentPageDomainModel) = try await Self.read(clinic, visitor, useCases)
        let clinics: [TodayState.Clinic] = useCases.clinics.execute(near: nil).map { TodayState.Clinic(id: $0.id, name: $0.name) }
        var state: TodayState = TodayState(day: day, clinics: clinics, follow: page.follow)
        state.rows.begin(page, page.appointments.map(useCases.describing.execute), isWanted: state.isWanted)
        output = ViewOutput(state)
    }

    var inputs: [ViewInput] {
        [
            .entered("clinic", chooseClinic),
            .submitted("filter") { [self] values in
                guard let value: ScreenValue = values["clinic"] else { return }
                try await chooseClinic(value)
            },
            .chosen("appointments") { [self] id in output.go(TodayRoute.appointmentChosen(id: try UUID(model: id))) },
            .more("appointments", more), .pressed("first") { [self] in try await begin(output.state.day.clinic) },
        ]
    }

    /// Follows the day until it is over or another one is begun, and so on.
    func run() async throws {
        while true {
            let turns: AsyncStream<Void> = turned.listen()
            let state: TodayState = output.state
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [self] in try await follow(state.day.clinic, after: state.follow) }
                group.addTask { for await _: Void in turns { break } }
                group.addTask { [self] in
                    try await sleep(.seconds(state.day.secondsLeft))
                    try await begin(state.day.clinic)
                }
                try await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
    }

    private func follow(_ clinic: String, after cursor: String) async throws {
        let who: VisitorDomainModel = try await visitor.now
        let news: any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable = try await refusing {
            try await useCases.following.execute(.clinic(clinic), after: cursor, for: who)
        }
        for try await batch: [AppointmentNewsDomainModel] in news {
            _ = try await visitor.now
            let described: [AppointmentDetailsDomainModel] = batch.compactMap { $0.appointment.map(useCases.describing.execute) }
            output.update { state in
                for one: AppointmentDetailsDomainModel in described { state.rows.take(one, isWanted: state.isWanted(one)) }
            }
        }
    }

    private func chooseClinic(_ value: ScreenValue) async throws {
        guard let clinic: String = value.options?.first else { return }
        try await begin(clinic)
    }

    /// Shows today at a clinic.
    private func begin(_ clinic: String) async throws {
        try await reading {
            let (day, page): (ClinicDayDomainModel, AppointmentPageDomainModel) = try await Self.read(clinic, visitor, useCases)
            let described: [AppointmentDetailsDomainModel] = page.appointments.map(useCases.describing.execute)
            output.update { state in
                state.day = day
                state.follow = page.follow
                state.rows.begin(page, described, isWanted: state.isWanted)
            }
        }
        turned.ring()
    }

    private func more(_ cursor: String) async throws {
        try await reading {
            let who: VisitorDomainModel = try await visitor.now
            let page: AppointmentPageDomainModel = try await Self.page(of: output.state.day, after: cursor, for: who, useCases)
            let described: [AppointmentDetailsDomainModel] = page.appointments.map(useCases.describing.execute)
            output.update { $0.rows.goOn(page, described, isWanted: $0.isWanted) }
        }
    }

    private func reading(_ body: () async throws -> Void) async throws {
        output.update { $0.rows.beginReading() }
        do {
            try await body()
        } catch {
            output.update { $0.rows.stopReading() }
            throw error
        }
    }

    private static func read(
        _ clinic: String?, _ visitor: ScreenVisitor, _ useCases: TodayUseCases
    ) async throws -> (ClinicDayDomainModel, AppointmentPageDomainModel) {
        let who: VisitorDomainModel = try await visitor.now
        let day: ClinicDayDomainModel = try await refusing { try useCases.day.execute(clinic, for: who) }
        return (day, try await page(of: day, after: nil, for: who, useCases))
    }

    private static func page(
        of day: ClinicDayDomainModel, after cursor: String?, for who: VisitorDomainModel, _ useCases: TodayUseCases
    ) async throws -> AppointmentPageDomainModel {
        let scope: ListScopeDomainModel = .clinicDay(clinic: day.clinic, day: ScreenDay(day.day).plainText)
        return try await refusing {
            try await useCases.listing.execute(ListQueryDomainModel(scope: scope, pageSize: pageSize, cursor: cursor), for: who)
        }
    }
}
