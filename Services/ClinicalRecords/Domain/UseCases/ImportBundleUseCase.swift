/// Somebody brings a patient's records as a FHIR bundle.
public struct ImportBundleUseCase: Sendable {
    /// How large the largest bundle may be, in bytes.
    public static let byteLimits: ClosedRange<Int> = 1...67_108_864

    private let importing: any ImportBundleInterface

    public init(importing: any ImportBundleInterface) {
        self.importing = importing
    }

    /// Opens an import. The caller gives it the bytes as they come, and finishes or abandons it.
    /// - Throws: ``BundleProblem/tooManyImports(limit:)``.
    public func execute(name: String?) async throws -> any BundleImportInterface {
        try await importing.begin(name: name)
    }
}
