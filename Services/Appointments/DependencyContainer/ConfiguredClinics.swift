import AppointmentsData
import AppointmentsDomain
import Colonnade

/// The clinics as a launcher configures them, checked.
struct ConfiguredClinics: Sendable {
    private static let mostClinics: Int = 100
    private static let mostPractitioners: Int = 100
    private static let bookingDays: ClosedRange<Int> = 1...1000
    private static let usualBookingDays: Int = 365
    private static let slotMinutes: ClosedRange<Int> = 5...480

    let clinics: [ClinicDomainModel]
    let zones: [String: ZoneOffsets]
    let bookingDays: Int

    /// - Throws: LaunchError, which says where it is wrong and what would be right.
    init(_ configuration: AppointmentsConfiguration) throws(LaunchError) {
        bookingDays = configuration.bookingDays ?? Self.usualBookingDays
        try Self.check(
            Self.bookingDays.contains(bookingDays), "bookingDays is \(bookingDays); give a number from 1 to 1000, or leave it out")
        try Self.check(configuration.clinics.count <= Self.mostClinics, "there are more than \(Self.mostClinics) clinics")
        try Self.check(ids: configuration.clinics.map(\.id), in: "clinics")
        var clinics: [ClinicDomainModel] = []
        var zones: [String: ZoneOffsets] = [:]
        for clinic: ClinicConfiguration in configuration.clinics {
            guard let zone: ZoneOffsets = ZoneOffsets(clinic.timeZone) else {
                throw Self.error("\(clinic.id): there is no time zone \(clinic.timeZone); give an IANA name such as Europe/Berlin")
            }
            zones[clinic.timeZone] = zone
            clinics.append(try Self.model(clinic))
        }
        self.clinics = clinics
        self.zones = zones
    }

    private static func model(_ clinic: ClinicConfiguration) throws(LaunchError) -> ClinicDomainModel {
        try check(
            slotMinutes.contains(clinic.slotMinutes), "\(clinic.id): slotMinutes is \(clinic.slotMinutes); give a number from 5 to 480")
        try check(
            clinic.practitioners.count <= mostPractitioners, "\(clinic.id): there are more than \(mostPractitioners) practitioners")
        try check(ids: clinic.practitioners.map(\.id), in: "\(clinic.id): practitioners")
        try check(clinic.place != "", "\(clinic.id): place is empty; give the words that maps finds it by, or leave it out")
        var hours: [[OpeningDomainModel]] = Array(repeating: [], count: 7)
        for opening: OpeningHours in clinic.hours {
            let model: OpeningDomainModel = try Self.opening(opening, of: clinic.id)
            for day: Weekday in opening.days { hours[day.number].append(model) }
        }
        hours = hours.map { $0.sorted { $0.from < $1.from } }
        for day: [OpeningDomainModel] in hours {
            try check(
                zip(day, day.dropFirst()).allSatisfy { $0.until <= $1.from }, "\(clinic.id): two opening hours of one day overlap")
        }
        return ClinicDomainModel(
            id: clinic.id, name: clinic.name, placeText: clinic.place, timeZone: clinic.timeZone, hours: hours,
            slotSeconds: Int64(clinic.slotMinutes) * 60,
            practitioners: clinic.practitioners.map { PractitionerDomainModel(id: $0.id, name: $0.name) })
    }

    private static func opening(_ hours: OpeningHours, of clinic: String) throws(LaunchError) -> OpeningDomainModel {
        guard let from: Int = minutes(hours.from), let until: Int = minutes(hours.until), from < until else {
            throw error("\(clinic): open from \(hours.from) until \(hours.until); give two times of a day, the earlier first: 08:00, 12:30")
        }
        return OpeningDomainModel(from: from, until: until)
    }

    /// Minutes since midnight; nil where the text is none from `00:00` to `24:00`.
    private static func minutes(_ text: String) -> Int? {
        let parts: [Substring] = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour: Int = Int(parts[0]), let minute: Int = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }

    private static func check(ids: [String], in what: String) throws(LaunchError) {
        let limit: Int = BookingDomainModel.idLimit
        let isPlain: Bool = ids.allSatisfy { id in
            1...limit ~= id.utf8.count && id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        }
        try check(isPlain, "\(what): an id is empty, longer than \(limit) bytes, or holds control characters")
        try check(Set(ids).count == ids.count, "\(what): two have the same id")
    }

    private static func check(_ isRight: Bool, _ text: String) throws(LaunchError) {
        guard isRight else { throw error(text) }
    }

    private static func error(_ text: String) -> LaunchError { .configuration(vertical: "appointments", text) }
}

extension Weekday {
    /// Counted from Monday.
    fileprivate var number: Int {
        switch self {
        case .monday: 0
        case .tuesday: 1
        case .wednesday: 2
        case .thursday: 3
        case .friday: 4
        case .saturday: 5
        case .sunday: 6
        }
    }
}
