/// Takes bundles in.
public protocol ImportBundleInterface: Sendable {
    /// Opens an import, to which the bundle's bytes are then given.
    /// - Throws: ``BundleProblem/tooManyImports(limit:)``.
    func begin(name: String?) async throws -> any BundleImportInterface
}

/// One import that is under way. Calls come one after the other.
public protocol BundleImportInterface: Sendable {
    /// Reads the next bytes; nothing that is kept changes before ``finish()``.
    /// - Throws: a ``BundleProblem`` as soon as one shows; the import is over then.
    func add(_ bytes: [UInt8]) async throws -> ImportProgressDomainModel

    /// Keeps the whole bundle; returns once it is on disk.
    /// - Throws: a ``BundleProblem``, and nothing was changed.
    func finish() async throws -> ImportReportDomainModel

    /// Ends an import that will not be finished, without any effect. Harmless after ``finish()``.
    func abandon() async
}
