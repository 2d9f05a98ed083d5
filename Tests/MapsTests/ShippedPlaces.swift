import Foundation

/// The places file that the repository ships.
enum ShippedPlaces {
    static let root: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let path: String = root.appendingPathComponent("deploy/data/places.geojson").path

    static func bytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
