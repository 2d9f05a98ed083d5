import ClinicalRecordsData
import ClinicalRecordsDomain
import Foundation

/// How a FHIR resource reads as an entry of a history.
enum EntryWording {
    /// Nil where the resource is no history.
    static func entry(_ row: ResourceDataModel) throws -> RecordEntryDomainModel? {
        guard let topic: EntryTopicDomainModel = HistoryRules.topic(ofType: row.type) else { return nil }
        let resource: FHIRResource = try FHIRDecoder.decode(FHIRResource.self, from: row.body)
        let organization: FHIROrganization? = try row.organization.map { json in
            try FHIRDecoder.decode(FHIROrganization.self, from: json)
        }
        return RecordEntryDomainModel(
            id: row.key, patient: row.patient, topic: topic, time: row.time,
            recordedTime: HistoryRules.time(of: resource)?.text, title: title(of: resource), value: value(of: resource),
            status: resource.status ?? resource.lifecycleStatus, organization: organization.flatMap(OrganizationName.init)?.text)
    }

    static func title(of resource: FHIRResource) -> String {
        let candidates: [String?] =
            switch HistoryRules.topic(ofType: resource.resourceType) {
            case .encounter: [resource.type?.elements.lazy.compactMap(\.title).first]
            case .immunization: [resource.vaccineCode?.title]
            case .medication: [resource.medicationCodeableConcept?.title, resource.medicationReference?.display]
            case .carePlan: [resource.title, resource.category?.elements.lazy.compactMap(\.title).last, resource.description?.title]
            case .document: [resource.description?.title, resource.type?.elements.lazy.compactMap(\.title).first]
            case .imaging: [resource.description?.title, resource.series?.first.flatMap(images)]
            default: [resource.code?.title, resource.description?.title]
            }
        return candidates.lazy.compactMap(\.self).first ?? resource.resourceType
    }

    /// How images were made, and of what: `Ultrasound, thoracic`.
    private static func images(_ series: FHIRSeries) -> String? {
        let parts: [String] = [series.modality, series.bodySite].compactMap { $0?.display ?? $0?.code }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What was found; the parts of a finding with several, by name.
    static func value(of resource: FHIRResource) -> String? {
        if let value: String = text(resource.valueQuantity) ?? resource.valueString ?? resource.valueCodeableConcept?.title { return value }
        if let value: Bool = resource.valueBoolean { return value ? "yes" : "no" }
        if let value: Int = resource.valueInteger { return String(value) }
        let parts: [String] = (resource.component ?? []).compactMap { part in
            guard let value: String = text(part.valueQuantity) ?? part.valueString ?? part.valueCodeableConcept?.title else { return nil }
            return part.code?.title.map { "\($0): \(value)" } ?? value
        }
        return parts.isEmpty ? resource.conclusion : parts.joined(separator: ", ")
    }

    private static func text(_ quantity: FHIRQuantity?) -> String? {
        guard let value: Double = quantity?.value else { return nil }
        let unit: String = quantity?.unit ?? quantity?.code ?? ""
        return rounded(value) + (unit.isEmpty || unit == "1" ? "" : " \(unit)")
    }

    /// To one decimal, or three where the number is below one: what a person reads, with the exact value in the resource.
    private static func rounded(_ value: Double) -> String {
        let scale: Double = abs(value) < 1 ? 1_000 : 10
        let rounded: Double = (value * scale).rounded() / scale
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }

    /// A person's name as one says it: the official one, else the usual one, else the first.
    static func name(of patient: FHIRPatient) -> String {
        let names: [FHIRHumanName] = patient.name ?? []
        let name: FHIRHumanName? = names.first { $0.use == "official" } ?? names.first { $0.use == "usual" } ?? names.first
        guard let name else { return "" }
        let parts: [String] = ((name.given ?? []) + [name.family]).compactMap(\.self)
        return parts.isEmpty ? name.text ?? "" : parts.joined(separator: " ")
    }
}
