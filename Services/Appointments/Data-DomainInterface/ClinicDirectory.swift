public import AppointmentsDomain
import Foundation
private import Synchronization

/// The configured clinics, with the places that were found for them.
public final class ClinicDirectory: FindClinicsInterface, LocateClinicsInterface {
    private let clinics: [ClinicDomainModel]
    private let places: Mutex<[String: ClinicPlaceDomainModel]> = Mutex([:])

    /// - Parameter clinics: ids differ.
    public init(_ clinics: [ClinicDomainModel]) {
        self.clinics = clinics
    }

    public var all: [ClinicDomainModel] {
        let places: [String: ClinicPlaceDomainModel] = places.withLock(\.self)
        return clinics.map { clinic in
            var placed: ClinicDomainModel = clinic
            placed.place = places[clinic.id]
            return placed
        }
    }

    public var unlocated: [ClinicDomainModel] { all.filter { $0.placeText != nil && $0.place == nil } }

    public func clinic(_ id: String) throws(AppointmentsProblem) -> ClinicDomainModel {
        guard let clinic: ClinicDomainModel = all.first(where: { $0.id == id }) else { throw .unknownClinic(id) }
        return clinic
    }

    /// Where several modules share a motherboard, an answer may be for another's question: what does not fit is let go.
    public func take(_ place: FoundPlaceDomainModel, for clinic: ClinicDomainModel) {
        guard let text: String = clinic.placeText else { return }
        let found: [String] = Self.words(([place.name] + place.addressLines).joined(separator: " "))
        guard Self.words(text).allSatisfy({ wanted in found.contains { $0.hasPrefix(wanted) } }) else { return }
        let model: ClinicPlaceDomainModel = ClinicPlaceDomainModel(
            id: place.id, address: ([place.name] + place.addressLines).joined(separator: ", "), latitude: place.latitude,
            longitude: place.longitude)
        places.withLock { $0[clinic.id] = model }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split { !$0.isLetter && !$0.isNumber }
            .map(String.init)
    }
}
