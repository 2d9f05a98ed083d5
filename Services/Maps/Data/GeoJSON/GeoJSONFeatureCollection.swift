/// A FeatureCollection of points, as RFC 7946 has it. Decoding checks all that a place needs; members that places do
/// not have are passed over, as the RFC asks.
struct GeoJSONFeatureCollection: Decodable {
    let features: [GeoJSONFeature]

    private enum CodingKeys: String, CodingKey {
        case type, features
    }

    init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys> = try decoder.container(keyedBy: CodingKeys.self)
        try members.expect("FeatureCollection", at: .type)
        features = try members.decode([GeoJSONFeature].self, forKey: .features)
    }
}

/// One feature: where a place is, and what is known of it.
struct GeoJSONFeature: Decodable {
    let id: String
    let geometry: GeoJSONPoint
    let properties: GeoJSONPlaceProperties

    private enum CodingKeys: String, CodingKey {
        case type, id, geometry, properties
    }

    init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys> = try decoder.container(keyedBy: CodingKeys.self)
        try members.expect("Feature", at: .type)
        geometry = try members.decode(GeoJSONPoint.self, forKey: .geometry)
        properties = try members.decode(GeoJSONPlaceProperties.self, forKey: .properties)
        id = try Self.identifier(in: members, or: properties.id)
    }

    /// RFC 7946 lets an id be a string or a number; many files have it among the properties.
    private static func identifier(
        in members: KeyedDecodingContainer<CodingKeys>, or property: String?
    ) throws -> String {
        if let number: Int64 = try? members.decode(Int64.self, forKey: .id) { return String(number) }
        let text: String? = try members.decodeIfPresent(String.self, forKey: .id) ?? property
        guard let text, !text.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .id, in: members, debugDescription: "is missing or empty; give the feature an id that stays the same")
        }
        return text
    }
}

/// A point: longitude first, then latitude, in degrees.
struct GeoJSONPoint: Decodable {
    let longitude: Double
    let latitude: Double

    private enum CodingKeys: String, CodingKey {
        case type, coordinates
    }

    init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys> = try decoder.container(keyedBy: CodingKeys.self)
        try members.expect("Point", at: .type)
        var position: any UnkeyedDecodingContainer = try members.nestedUnkeyedContainer(forKey: .coordinates)
        longitude = try Self.degrees(in: &position, "longitude", within: 180)
        latitude = try Self.degrees(in: &position, "latitude", within: 90)
    }

    private static func degrees(
        in position: inout any UnkeyedDecodingContainer, _ name: String, within limit: Double
    ) throws -> Double {
        guard !position.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: position, debugDescription: "has no \(name); a position is [longitude, latitude]")
        }
        let path: [any CodingKey] = position.codingPath + [GeoJSONIndex(position.currentIndex)]
        let degrees: Double = try position.decode(Double.self)
        guard (-limit...limit).contains(degrees) else {
            let text: String = "\(degrees) is no \(name); give -\(Int(limit)) to \(Int(limit)), longitude before latitude"
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: text))
        }
        return degrees
    }
}

/// The properties that places have.
struct GeoJSONPlaceProperties: Decodable {
    let id: String?
    let name: String
    let kind: String?
    let address: String?
    let city: String?
    let region: String?
    let postalCode: String?
    let country: String?
    let phone: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, kind, address, city, region, postalCode, country, phone
    }

    init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys> = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: members, debugDescription: "is empty; a place has a name")
        }
        id = try members.decodeIfPresent(String.self, forKey: .id)
        kind = try members.decodeIfPresent(String.self, forKey: .kind)
        address = try members.decodeIfPresent(String.self, forKey: .address)
        city = try members.decodeIfPresent(String.self, forKey: .city)
        region = try members.decodeIfPresent(String.self, forKey: .region)
        postalCode = try members.decodeIfPresent(String.self, forKey: .postalCode)
        country = try members.decodeIfPresent(String.self, forKey: .country)
        phone = try members.decodeIfPresent(String.self, forKey: .phone)
    }
}

extension KeyedDecodingContainer {
    /// Checks a member that can have one value only.
    fileprivate func expect(_ word: String, at key: Key) throws {
        let found: String = try decode(String.self, forKey: key)
        guard found == word else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "is \"\(found)\" where \"\(word)\" is expected")
        }
    }
}

/// An array's index as a step of a path.
private struct GeoJSONIndex: CodingKey {
    let intValue: Int?

    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ index: Int) {
        intValue = index
    }

    init?(stringValue: String) {
        nil
    }

    init?(intValue: Int) {
        self.init(intValue)
    }
}
