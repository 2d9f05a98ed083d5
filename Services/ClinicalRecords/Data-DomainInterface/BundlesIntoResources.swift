public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Imports bundles into the repository.
public struct BundlesIntoResources: ImportBundleInterface {
    private let repository: BundleRepository

    public init(_ repository: BundleRepository) {
        self.repository = repository
    }

    public func begin(name: String?) async throws -> any BundleImportInterface {
        DraftImport(name: name, draft: try await repository.begin(), repository: repository)
    }
}

private struct DraftImport: BundleImportInterface {
    let name: String?
    let draft: BundleDraft
    let repository: BundleRepository

    func add(_ bytes: [UInt8]) async throws -> ImportProgressDomainModel { try await draft.add(bytes) }

    func finish() async throws -> ImportReportDomainModel { try await repository.finish(draft, name: name) }

    func abandon() async { await draft.remove() }
}
