import Foundation
import Glibc
import MapsData

/// The file that outlives the process: JSON, replaced as a whole, so that a reader finds the old content or the new.
struct PlacesFile: Sendable {
    /// Why the file can not be used.
    struct Damaged: Error, CustomStringConvertible {
        let description: String
    }

    /// Tells a file from the one that was there before.
    struct Identity: Hashable, Sendable {
        let number: Int?
        let modified: Date?
        let size: Int?
    }

    private struct Content: Codable {
        /// Raised when the form changes.
        var version: Int = 1
        var configuredFile: String?
        var places: [Place] = []
    }

    /// A place with the names that the file has for its parts.
    fileprivate struct Place: Codable {
        let id: String
        let name: String
        let kind: String
        let latitude: Double
        let longitude: Double
        let street: String?
        let city: String?
        let region: String?
        let postalCode: String?
        let country: String?
        let phone: String?
        let origin: String
    }

    private let directory: String

    private var path: String { directory + "/places.json" }

    /// Which file is there now; nil for none.
    var identity: Identity? {
        guard let attributes: [FileAttributeKey: Any] = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        // Whatever type Foundation gives a number.
        func number(_ key: FileAttributeKey) -> Int? {
            (attributes[key] as? NSNumber)?.intValue ?? (attributes[key] as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
        }
        return Identity(number: number(.systemFileNumber), modified: attributes[.modificationDate] as? Date, size: number(.size))
    }

    /// Keeps other processes from writing while `body` runs; waits while one of them does.
    func alone<Value>(_ body: () throws -> Value) throws -> Value {
        // The directory itself: a lock file that two make at once would be two files, each locked by one.
        guard let handle: FileHandle = FileHandle(forReadingAtPath: directory) else {
            throw Damaged(description: "\(directory) can not be opened")
        }
        // The lock goes with the descriptor.
        defer { try? handle.close() }
        while flock(handle.fileDescriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Damaged(description: "\(directory) can not be locked") }
        }
        return try body()
    }

    /// - Parameter directory: exists and belongs to this vertical alone.
    init(directory: String) {
        self.directory = directory
    }

    /// What was written last; nothing where nothing was.
    func read() throws -> StoredPlaces {
        guard FileManager.default.fileExists(atPath: path) else {
            // A directory that is not there is no empty store: what is confirmed could not be kept.
            guard FileManager.default.fileExists(atPath: directory) else { throw Damaged(description: "\(directory) does not exist") }
            return StoredPlaces()
        }
        do {
            let content: Content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
            guard content.version == 1 else { throw Damaged(description: "version \(content.version) was written by a newer program") }
            return try Self.stored(content)
        } catch {
            throw Damaged(description: "\(path) can not be read (\(error)); restore it, or move it away and load the places again")
        }
    }

    /// Replaces the content; when this returns, the new one is on the disk.
    func write(_ stored: StoredPlaces) throws {
        let places: [Place] = stored.entries.values.map { Place($0) }
        let content: Content = Content(configuredFile: stored.configuredFile, places: places)
        // Written under another name, synced, and renamed.
        try JSONEncoder().encode(content).write(to: URL(fileURLWithPath: path), options: .atomic)
        // The new name is on the disk once the directory is.
        guard let folder: FileHandle = FileHandle(forReadingAtPath: directory) else {
            throw Damaged(description: "\(directory) can not be opened")
        }
        defer { try? folder.close() }
        try folder.synchronize()
    }

    private static func stored(_ content: Content) throws -> StoredPlaces {
        var stored: StoredPlaces = StoredPlaces(configuredFile: content.configuredFile)
        for place: Place in content.places {
            guard let origin: PlaceOriginDataModel = PlaceOriginDataModel(rawValue: place.origin) else {
                throw Damaged(description: "the place \(place.id) has the unknown origin \(place.origin)")
            }
            stored.entries[place.id] = StoredPlaces.Entry(place: place.model, origin: origin)
        }
        return stored
    }
}

extension PlacesFile.Place {
    fileprivate init(_ entry: StoredPlaces.Entry) {
        let place: PlaceDataModel = entry.place
        self.init(
            id: place.id, name: place.name, kind: place.kind, latitude: place.latitude, longitude: place.longitude,
            street: place.street, city: place.city, region: place.region, postalCode: place.postalCode,
            country: place.country, phone: place.phone, origin: entry.origin.rawValue)
    }

    fileprivate var model: PlaceDataModel {
        PlaceDataModel(
            id: id, name: name, kind: kind, latitude: latitude, longitude: longitude, street: street, city: city,
            region: region, postalCode: postalCode, country: country, phone: phone)
    }
}
