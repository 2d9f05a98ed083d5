/// Somebody looks for a clinic.
public struct FindClinicsUseCase: Sendable {
    private let clinics: any FindClinicsInterface
    private let distances: any MeasureDistancesInterface

    public init(clinics: any FindClinicsInterface, distances: any MeasureDistancesInterface) {
        self.clinics = clinics
        self.distances = distances
    }

    /// All clinics: the nearest first where a place was picked, with those last of which nobody knows where they are.
    public func execute(near place: PickedPlaceDomainModel?) -> [ClinicChoiceDomainModel] {
        let choices: [ClinicChoiceDomainModel] = clinics.all.map { clinic in
            let distance: Double? = place.flatMap { place in clinic.place.map { distances.metres(from: place, to: $0) } }
            return ClinicChoiceDomainModel(id: clinic.id, name: clinic.name, address: clinic.place?.address, distance: distance)
        }
        guard place != nil else { return choices }
        let sorted: [(offset: Int, element: ClinicChoiceDomainModel)] = choices.enumerated().sorted { left, right in
            (left.element.distance ?? .infinity, left.offset) < (right.element.distance ?? .infinity, right.offset)
        }
        return sorted.map(\.element)
    }
}
