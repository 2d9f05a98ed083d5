import Colonnade

extension String {
    /// A FHIR date, where it is a whole one.
    var day: ScreenDay? {
        guard utf8.count == 10 else { return nil }
        let parts: [Int] = split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? ScreenDay(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}
