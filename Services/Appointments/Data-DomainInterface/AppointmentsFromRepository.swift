public import AppointmentsData
public import AppointmentsDomain
public import ColonnadeContract

/// Reads appointments out of the repository.
public struct AppointmentsFromRepository: FindAppointmentsInterface {
    private let repository: AppointmentRepository
    private let bells: NewsBells<AppointmentRepository.Scope>

    public init(_ repository: AppointmentRepository, bells: NewsBells<AppointmentRepository.Scope>) {
        self.repository = repository
        self.bells = bells
    }

    public func appointment(_ id: String) async throws -> AppointmentDomainModel {
        guard let row: AppointmentDataModel = try await repository.appointment(id) else {
            throw AppointmentsProblem.unknownAppointment(id)
        }
        return AppointmentDomainModel(row)
    }

    public func booked(_ practitioners: Set<String>, in range: Range<Moment>) async throws -> [String: [Range<Moment>]] {
        let booked: [String: [Range<Int64>]] = try await repository.booked(
            practitioners: practitioners, from: range.lowerBound.seconds, until: range.upperBound.seconds)
        return booked.mapValues { times in
            times.map { Moment(seconds: $0.lowerBound)..<Moment(seconds: $0.upperBound) }
        }
    }

    public func page(
        ofPatient patient: String, from: Moment?, pageSize: Int, cursor: String?
    ) async throws -> AppointmentPageDomainModel {
        try await page(of: .patient(patient), from: from?.seconds ?? .min, until: .max, pageSize, cursor)
    }

    public func page(
        ofClinic clinic: String, in range: Range<Moment>, pageSize: Int, cursor: String?
    ) async throws -> AppointmentPageDomainModel {
        try await page(of: .clinic(clinic), from: range.lowerBound.seconds, until: range.upperBound.seconds, pageSize, cursor)
    }

    public func news(
        of scope: FollowScopeDomainModel, after cursor: String?
    ) async throws -> any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable {
        let start: Int64
        if let cursor {
            start = try AppointmentCursor.event(cursor)
        } else {
            start = try await repository.lastEvent()
        }
        let whose: AppointmentRepository.Scope =
            switch scope {
            case .patient(let patient): .patient(patient)
            case .clinic(let clinic): .clinic(clinic)
            case .all: .all
            }
        return NewsSequence(repository: repository, bells: bells, scope: whose, start: start)
    }

    private func page(
        of scope: AppointmentRepository.Scope, from: Int64, until: Int64, _ pageSize: Int, _ cursor: String?
    ) async throws -> AppointmentPageDomainModel {
        let mark: AppointmentRepository.Mark? = try cursor.map(AppointmentCursor.mark)
        let page: AppointmentRepository.Page = try await repository.page(
            of: scope, from: from, until: until, after: mark, limit: pageSize)
        let last: AppointmentDataModel? = page.hasMore ? page.rows.last : nil
        return AppointmentPageDomainModel(
            appointments: page.rows.map(AppointmentDomainModel.init),
            next: last.map { AppointmentCursor.text(AppointmentRepository.Mark(start: $0.start, number: $0.number)) },
            follow: AppointmentCursor.text(event: page.lastEvent))
    }
}
