import ClinicalRecordsData

/// An organization as an entry names it: `CARNEY HOSPITAL, BOSTON`.
struct OrganizationName: Hashable {
    let name: String
    let city: String?

    /// Nil where the organization has no name.
    init?(_ organization: FHIROrganization) {
        guard let name: String = organization.name, !name.isEmpty else { return nil }
        self.name = name
        city = organization.address?.lazy.compactMap(\.city).first { !$0.isEmpty }
    }

    var text: String { city.map { "\(name), \($0)" } ?? name }
}
