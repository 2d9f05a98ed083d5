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
        // Day by day, so that a page costs what it holds and not what was asked for.
        var free: [SlotDomainModel] = []
        var start: Moment = range.lowerBound
        while start < range.upperBound, free.count <= query.pageSize {
            let end: Moment = min(start.adding(86_400), range.upperBound)
            free += try await self.free(clinics, query.practitioner, start..<end).drop { slot in
                after.map { SlotPosition(slot) <= $0 } ?? false
            }
            start = end
        }
        let page: ArraySlice<SlotDomainModel> = free.prefix(query.pageSize)
        let next: String? = free.count > page.count ? page.last.map(paging.cursor) : nil
        return SlotPageDomainModel(clinics: clinics, slots: Array(page), next: next)
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

    /// In the order of ``SlotPosition``.
    private func free(
        _ clinics: [ClinicDomainModel], _ practitioner: String?, _ range: Range<Moment>
    ) async throws -> [SlotDomainModel] {
        let times: [(clinic: ClinicDomainModel, times: [Range<Moment>])] = clinics.map { ($0, slots.times(of: $0, in: range)) }
        let wanted: Set<String> = practitioner.map { [$0] } ?? Set(clinics.flatMap { $0.practitioners.map(\.id) })
        let longest: Int64 = clinics.map(\.slotSeconds).max() ?? 0
        let booked: [String: [Range<Moment>]] = try await appointments.booked(
            wanted, in: range.lowerBound..<range.upperBound.adding(longest))
        var free: [SlotDomainModel] = []
        for (clinic, times): (ClinicDomainModel, [Range<Moment>]) in times {
            for practitioner: String in clinic.practitioners.map(\.id) where wanted.contains(practitioner) {
                free += Self.gaps(times, between: booked[practitioner] ?? []).map { time in
                    SlotDomainModel(clinic: clinic.id, practitioner: practitioner, start: time.lowerBound, end: time.upperBound)
                }
            }
        }
        return free.sorted { SlotPosition($0) < SlotPosition($1) }
    }

    /// The times that touch nothing that is booked. Both are in order, and what is booked does not overlap.
    private static func gaps(_ times: [Range<Moment>], between booked: [Range<Moment>]) -> [Range<Moment>] {
        var rest: ArraySlice<Range<Moment>> = booked[...]
        return times.filter { time in
            rest = rest.drop { $0.upperBound <= time.lowerBound }
            return rest.first.map { $0.lowerBound >= time.upperBound } ?? true
        }
    }
}
