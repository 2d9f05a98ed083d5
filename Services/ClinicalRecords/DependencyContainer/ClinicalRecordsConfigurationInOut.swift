import ColonnadeContract

/// What a launcher may set for clinical-records.
public struct ClinicalRecordsConfiguration: Configuration, Hashable, Sendable {
    /// The largest bundle that is imported, in bytes: 1 to 67108864 (64 MB), which holds where nothing is given.
    public let importLimit: Int?

    public init(importLimit: Int? = nil) {
        self.importLimit = importLimit
    }
}
