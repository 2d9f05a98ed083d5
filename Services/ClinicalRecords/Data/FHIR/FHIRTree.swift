/// Any FHIR JSON, element by element.
public indirect enum FHIRTree: Decodable, Hashable, Sendable {
    case object([String: FHIRTree])
    case list([FHIRTree])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        if let object: KeyedDecodingContainer<Name> = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try object.allKeys.reduce(into: [:]) { elements, name in
                    elements[name.stringValue] = try object.decode(FHIRTree.self, forKey: name)
                })
            return
        }
        if (try? decoder.unkeyedContainer()) != nil {
            self = .list(try [FHIRTree](from: decoder))
            return
        }
        let value: any SingleValueDecodingContainer = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag: Bool = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number: Double = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }
}
