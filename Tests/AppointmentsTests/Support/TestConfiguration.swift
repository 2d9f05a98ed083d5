import Foundation

/// One clinic in Boston that is open around the clock, with Dr. Stein and Dr. Okafor, and slots of half an hour.
enum TestConfiguration {
    static let json: String = """
        {"clinics": [{"id": "general", "name": "Clinic", "place": "general hospital", "timeZone": "America/New_York", "slotMinutes": 30,
            "hours": [{"days": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], "from": "00:00", "until": "24:00"}],
            "practitioners": [{"id": "stein", "name": "Dr. Mara Stein"}, {"id": "okafor", "name": "Dr. Chidi Okafor"}]}]}
        """

    /// When the slot begins that comes so many slots after the first one that has not begun.
    static func slot(_ number: Int) -> Date {
        let now: Double = Date().timeIntervalSince1970
        // A slot more, so that the first one does not begin while the test runs.
        return Date(timeIntervalSince1970: ((now / 1800).rounded(.down) + 2 + Double(number)) * 1800)
    }
}
