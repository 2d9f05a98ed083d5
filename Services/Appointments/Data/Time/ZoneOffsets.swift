import Foundation

/// The offsets of one time zone from UTC, by the rules of the IANA database.
public struct ZoneOffsets: Sendable {
    private let zone: TimeZone

    /// Nil where there is no such zone.
    public init?(_ identifier: String) {
        guard let zone: TimeZone = TimeZone(identifier: identifier) else { return nil }
        self.zone = zone
    }

    /// How many seconds the zone's clocks are ahead of UTC.
    /// - Parameter seconds: since 1970-01-01T00:00:00Z.
    public func offset(at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}
