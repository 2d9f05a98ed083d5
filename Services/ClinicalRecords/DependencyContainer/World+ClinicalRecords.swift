public import Colonnade

extension World {
    /// Clinical-records' own part of the world.
    public struct ClinicalRecords: LocalWorld {
        public let configuration: ClinicalRecordsConfiguration
    }

    /// Clinical-records' own part of the world; there once ``configureClinicalRecords(config:)`` has run.
    public var clinicalRecords: ClinicalRecords { self[ClinicalRecords.self] }

    /// Puts clinical-records' part into the world.
    public mutating func configureClinicalRecords(config: ClinicalRecordsConfiguration) {
        self[ClinicalRecords.self] = ClinicalRecords(configuration: config)
    }
}
