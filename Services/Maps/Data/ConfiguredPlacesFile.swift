import Foundation

/// The file with places that the vertical's configuration names.
public struct ConfiguredPlacesFile: Sendable {
    public let path: String

    private let work: BlockingWork = BlockingWork()

    /// - Parameter path: empty where no file is configured.
    public init(path: String) {
        self.path = path
    }

    /// The whole file, and a hash that tells whether it has changed.
    /// - Throws: ``PlacesFileError``.
    public func read(limit: Int) async throws -> (bytes: [UInt8], hash: String) {
        let path: String = path
        return try await work.run {
            let bytes: [UInt8] = try Self.bytes(of: path, limit: limit)
            return (bytes, ContentHash(bytes).text)
        }
    }

    private static func bytes(of path: String, limit: Int) throws -> [UInt8] {
        guard !path.isEmpty else {
            throw PlacesFileError.unreadable(path: path, reason: "no file is configured; set places in the configuration")
        }
        guard let file: FileHandle = FileHandle(forReadingAtPath: path) else {
            throw PlacesFileError.unreadable(path: path, reason: "the file does not exist or may not be read")
        }
        defer { try? file.close() }
        do {
            // One byte more than allowed tells a file that is too long from one that just fits.
            let data: Data = try file.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw PlacesFileError.tooLarge(limit: limit) }
            return [UInt8](data)
        } catch let error as PlacesFileError {
            throw error
        } catch {
            throw PlacesFileError.unreadable(path: path, reason: error.localizedDescription)
        }
    }
}

/// Why the configured file gives no places.
public enum PlacesFileError: Error, Hashable, Sendable {
    case unreadable(path: String, reason: String)
    case tooLarge(limit: Int)
}
