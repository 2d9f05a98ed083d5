/// The clinic wants its patients to find it: says which clinics are looked for, and takes what was found.
public struct LocateClinicsUseCase: Sendable {
    private let clinics: any LocateClinicsInterface

    public init(clinics: any LocateClinicsInterface) {
        self.clinics = clinics
    }

    /// Takes the places that were found for a clinic, if there are any, and gives the clinics that are still looked for.
    public func execute(found places: [FoundPlaceDomainModel] = [], for clinic: ClinicDomainModel? = nil) -> [ClinicDomainModel] {
        if let clinic, let place: FoundPlaceDomainModel = places.first { clinics.take(place, for: clinic) }
        return clinics.unlocated
    }
}
