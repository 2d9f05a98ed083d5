/// Knows all about an entry of a history.
public protocol ReadEntryInterface: Sendable {
    /// The entry in a patient's record, with no places yet; in anybody's where `patient` is nil.
    /// - Throws: ``RecordsProblem/unknownEntry(_:)``.
    func details(ofEntry id: String, patient: String?) async throws -> RecordDetailsDomainModel
}
