import Foundation
import Testing

/// FHIR bundles to import, and what an independent count finds in them.
enum FHIRBundles {
    /// The bundles that ship with the repository, and real-shaped ones where the machine has them.
    static let all: [URL] = {
        let folder: URL =
            ProcessInfo.processInfo.environment["COLONNADE_FHIR_DATA"].map { URL(filePath: $0) }
            ?? Suite.root.deletingLastPathComponent().appending(path: "shared/data/fhir")
        let found: [URL] = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return [sample] + found.filter { $0.pathExtension == "json" }.sorted { $0.path() < $1.path() }
    }()

    static let sample: URL = Suite.root.appending(path: "deploy/data/samples/ana-keller.json")
    static let sampleOfNextYear: URL = Suite.root.appending(path: "deploy/data/samples/ana-keller-2025.json")

    /// The id of the first patient of a bundle.
    static func patient(in file: URL) throws -> String {
        let patient: [String: Any] = try #require(try entries(file).map(\.resource).first { $0["resourceType"] as? String == "Patient" })
        return try #require(patient["id"] as? String)
    }

    /// How many resources of each type refer to `patient` by `subject` or `patient`.
    static func counts(in file: URL, of patient: String) throws -> [String: Int] {
        let entries: [(url: String?, resource: [String: Any])] = try entries(file)
        let url: String? = entries.first { $0.resource["id"] as? String == patient }?.url
        let names: [String?] = [url, "Patient/\(patient)"]
        return entries.reduce(into: [:]) { counts, entry in
            let references: [String?] = ["subject", "patient"].map { (entry.resource[$0] as? [String: Any])?["reference"] as? String }
            guard references.contains(where: { $0 != nil && names.contains($0) }),
                let type: String = entry.resource["resourceType"] as? String
            else { return }
            counts[type, default: 0] += 1
        }
    }

    private static func entries(_ file: URL) throws -> [(url: String?, resource: [String: Any])] {
        let bundle: [String: Any] = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let entries: [[String: Any]] = try #require(bundle["entry"] as? [[String: Any]])
        return entries.compactMap { entry in
            (entry["resource"] as? [String: Any]).map { (entry["fullUrl"] as? String, $0) }
        }
    }
}
