import Foundation

/// Bundles to import.
enum Samples {
    private static let root: URL = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    private static let folder: URL = root.appendingPathComponent("deploy/data/samples")

    /// A bundle that comes with the repository.
    static func bundle(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name + ".json")))
    }

    /// The samples, and the larger bundles of `COLONNADE_FHIR_DATA` or `../shared/data/fhir` where there are any.
    static func all() throws -> [(name: String, bytes: [UInt8])] {
        let more: URL =
            ProcessInfo.processInfo.environment["COLONNADE_FHIR_DATA"].map { URL(fileURLWithPath: $0) }
            ?? root.deletingLastPathComponent().appendingPathComponent("shared/data/fhir")
        return try [folder, more].flatMap { folder in
            let files: [URL] = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { file in
                (file.lastPathComponent, Array(try Data(contentsOf: file)))
            }
        }
    }
}
