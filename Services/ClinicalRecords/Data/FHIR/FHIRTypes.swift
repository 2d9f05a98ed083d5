/// A FHIR `Coding`.
public struct FHIRCoding: Decodable, Hashable, Sendable {
    public let system: String?
    public let code: String?
    public let display: String?
}

/// A FHIR `CodeableConcept`, or the bare `code` that some types have under the same name: an allergy's `type` and `category`.
public struct FHIRConcept: Decodable, Hashable, Sendable {
    public let coding: [FHIRCoding]?
    public let text: String?

    private enum CodingKeys: CodingKey {
        case coding
        case text
    }

    public init(from decoder: any Decoder) throws {
        if let code: String = try? decoder.singleValueContainer().decode(String.self) {
            coding = [FHIRCoding(system: nil, code: code, display: nil)]
            text = nil
        } else {
            let container: KeyedDecodingContainer<CodingKeys> = try decoder.container(keyedBy: CodingKeys.self)
            coding = try container.decodeIfPresent([FHIRCoding].self, forKey: .coding)
            text = try container.decodeIfPresent(String.self, forKey: .text)
        }
    }

    /// In words: its text, else what its first coding says.
    public var title: String? {
        text ?? coding?.lazy.compactMap { $0.display ?? $0.code }.first
    }
}

/// A FHIR `Period`.
public struct FHIRPeriod: Decodable, Hashable, Sendable {
    public let start: FHIRDateTime?
    public let end: FHIRDateTime?
}

/// A FHIR `Quantity`.
public struct FHIRQuantity: Decodable, Hashable, Sendable {
    public let value: Double?
    public let unit: String?
    public let code: String?
}

/// A FHIR `HumanName`.
public struct FHIRHumanName: Decodable, Hashable, Sendable {
    public let use: String?
    public let text: String?
    public let family: String?
    /// Null stands for a name that only extensions tell about.
    public let given: [String?]?
}

/// A FHIR `Address`.
public struct FHIRAddress: Decodable, Hashable, Sendable {
    public let city: String?
}

/// One part of an observation: systolic and diastolic pressure, for example.
public struct FHIRComponent: Decodable, Hashable, Sendable {
    public let code: FHIRConcept?
    public let valueQuantity: FHIRQuantity?
    public let valueString: String?
    public let valueCodeableConcept: FHIRConcept?
}

/// One series of an imaging study.
public struct FHIRSeries: Decodable, Hashable, Sendable {
    public let modality: FHIRCoding?
    public let bodySite: FHIRCoding?
}

/// An element that some types have once and others as a list.
public struct OneOrMany<Element: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
    public let elements: [Element]

    public init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            // FHIR writes null for a primitive that has extensions and no value.
            elements = try [Element?](from: decoder).compactMap(\.self)
        } else {
            elements = [try Element(from: decoder)]
        }
    }
}

/// An element that is words in some types and a concept in others.
public struct FHIRDescription: Decodable, Hashable, Sendable {
    public let title: String?

    public init(from decoder: any Decoder) throws {
        if let text: String = try? decoder.singleValueContainer().decode(String.self) {
            title = text
        } else {
            title = try FHIRConcept(from: decoder).title
        }
    }
}
