/// Somebody brings a patient's records as a FHIR bundle.
public struct ImportBundle: Sendable {
    private let importing: any BundleImporting

    public init(importing: any BundleImporting) {
        self.importing = importing
    }

    /// Opens an import. The caller gives it the bytes as they come, and finishes or abandons it.
    /// - Throws: ``BundleProblem/tooManyImports(limit:)``.
    public func begin(name: String?) async throws -> any BundleImport {
        try await importing.begin(name: name)
    }
}
