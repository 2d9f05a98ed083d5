/// Somebody looks for a free slot.
public struct FindFreeSlotsUseCase: Sendable {
    private let clinics: any FindClinicsInterface
    private let slots: any MakeSlotsInterface
    private let appointments: any FindAppointmentsInterface
    private let paging: any PageSlotsInterface
    private let rules: SlotRules
    private let now: @Sendable () -> Moment

    public init(
        clinics: any FindClinicsInterface, slots: any MakeSlotsInterface, appointments: any FindAppointmentsInterface,
        paging: any PageSlotsInterface, rules: SlotRules, now: @escaping @Sendable () -> Moment
    ) {
        self.clinics = clinics
        self.slots = slots
        self.appointments = appointments
        self.paging = paging
        self.rules = rules
        self.now = now
    }

    /// - Throws: an ``AppointmentsProblem`` where the query is wrong.
    public func execute(_ query: SlotQueryDomainModel) async throws -> SlotPageDomainModel {
        try Self.check(query)
        let clinics: [ClinicDomainModel] = try query.clinic.map { [try self.clinics.clinic($0)] } ?? self.clinics.all
        if let practitioner: String = query.practitioner {
            let isThere: Bool = clinics.contains { $0.practitioners.contains { $0.id == practitioner } }
            guard isThere else { throw AppointmentsProblem.unknownPractitioner(practitioner) }
        }
        let after: SlotPosition? = try query.cursor.map(paging.position)
        let from: Moment = max(query.from, after?.start ?? query.from)
        guard from < query.until, let range: Range<Moment> = rules.bookable(from..<query.until, at: now()) else {
            return SlotPageDomainModel(clinics: clinics, slots: [], next: nil)
        }
        let free: [SlotDomainModel] = try await self.free(clinics, query, behind: after, in: range)
        let page: ArraySlice<SlotDomainModel> = free.prefix(query.pageSize)
        let next: String? = free.count > page.count ? page.last.map(paging.cursor) : nil
        return SlotPageDomainModel(clinics: clinics, slots: Array(page), next: next)
    }

    /// The first free slots of the range, one more than a page holds where there are so many, in the order of ``SlotPosition``.
    ///
    /// Day by day, so that a page costs what it holds and not what was asked for.
    private func free(
        _ clinics: [ClinicDomainModel], _ query: SlotQueryDomainModel, behind mark: SlotPosition?, in range: Range<Moment>
    ) async throws -> [SlotDomainModel] {
        var free: [SlotDomainModel] = []
        var start: Moment = range.lowerBound
        while start < range.upperBound, free.count <= query.pageSize {
            let end: Moment = min(start.adding(86_400), range.upperBound)
            let day: SlotDay = SlotDay(clinics, practitioner: query.practitioner, slots: slots, in: start..<end)
            if let span: Range<Moment> = day.span {
                let booked: [String: [Range<Moment>]] = try await appointments.booked(day.practitioners, in: span)
                free += day.free(behind: mark, between: booked, limit: query.pageSize + 1 - free.count)
            }
            start = end
        }
        return free
    }

    private static func check(_ query: SlotQueryDomainModel) throws(AppointmentsProblem) {
        guard SlotQueryDomainModel.pageSizes.contains(query.pageSize) else {
            throw .invalidPageSize(query.pageSize, allowed: SlotQueryDomainModel.pageSizes)
        }
        guard query.from < query.until else { throw .emptyRange }
        let (seconds, isTooLong): (Int64, Bool) = query.until.seconds.subtractingReportingOverflow(query.from.seconds)
        let limit: Int = SlotQueryDomainModel.longestRange
        guard !isTooLong, seconds <= Int64(limit) * 86_400 else {
            throw .rangeTooLong(days: isTooLong ? .max : Int(seconds / 86_400) + (seconds % 86_400 == 0 ? 0 : 1), limit: limit)
        }
    }
}
