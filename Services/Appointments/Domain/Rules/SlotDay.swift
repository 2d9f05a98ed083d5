/// The slots of some clinics that begin within a day, free or not, in order: what a page of free ones is looked for in.
struct SlotDay {
    /// A time at which each of a clinic's practitioners has a slot.
    private struct Time {
        let clinic: String
        let practitioners: [String]
        let time: Range<Moment>
    }

    /// Those who have slots here.
    let practitioners: Set<String>
    /// From the first slot's beginning to the last one's end; nil where there are none.
    let span: Range<Moment>?
    private let times: [Time]

    /// - Parameter practitioner: whose slots alone; nil for everybody's.
    init(_ clinics: [ClinicDomainModel], practitioner: String?, slots: any MakeSlotsInterface, in range: Range<Moment>) {
        var times: [Time] = []
        var practitioners: Set<String> = []
        for clinic: ClinicDomainModel in clinics {
            let wanted: [String] = clinic.practitioners.map(\.id).filter { practitioner == nil || $0 == practitioner }.sorted()
            let found: [Range<Moment>] = wanted.isEmpty ? [] : slots.times(of: clinic, in: range)
            guard !found.isEmpty else { continue }
            practitioners.formUnion(wanted)
            times += found.map { Time(clinic: clinic.id, practitioners: wanted, time: $0) }
        }
        times.sort { ($0.time.lowerBound, $0.clinic) < ($1.time.lowerBound, $1.clinic) }
        self.times = times
        self.practitioners = practitioners
        span = times.first.map { first in first.time.lowerBound..<(times.map(\.time.upperBound).max() ?? first.time.upperBound) }
    }

    /// The first slots behind the mark that touch nothing that is booked.
    /// - Parameter booked: by practitioner, in order and without overlaps.
    func free(behind mark: SlotPosition?, between booked: [String: [Range<Moment>]], limit: Int) -> [SlotDomainModel] {
        var rest: [String: ArraySlice<Range<Moment>>] = booked.mapValues { $0[...] }
        var free: [SlotDomainModel] = []
        for one: Time in times {
            for practitioner: String in one.practitioners {
                guard free.count < limit else { return free }
                let slot: SlotDomainModel = SlotDomainModel(
                    clinic: one.clinic, practitioner: practitioner, start: one.time.lowerBound, end: one.time.upperBound)
                if let mark, SlotPosition(slot) <= mark { continue }
                if Self.isFree(one.time, after: &rest[practitioner]) { free.append(slot) }
            }
        }
        return free
    }

    /// Each time at which somebody is free, with the first who is.
    /// - Parameter booked: by practitioner, in order and without overlaps.
    func freeTimes(between booked: [String: [Range<Moment>]]) -> [SlotGridDomainModel.Time] {
        var rest: [String: ArraySlice<Range<Moment>>] = booked.mapValues { $0[...] }
        return times.compactMap { one in
            one.practitioners.first { Self.isFree(one.time, after: &rest[$0]) }.map {
                SlotGridDomainModel.Time(start: one.time.lowerBound, practitioner: $0)
            }
        }
    }

    /// What has ended before a time is let go: no later one begins earlier.
    private static func isFree(_ time: Range<Moment>, after booked: inout ArraySlice<Range<Moment>>?) -> Bool {
        while let first: Range<Moment> = booked?.first, first.upperBound <= time.lowerBound { booked?.removeFirst() }
        return booked?.first.map { $0.lowerBound >= time.upperBound } ?? true
    }
}
