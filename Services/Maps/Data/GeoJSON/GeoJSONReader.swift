import Foundation

/// Reads places from a GeoJSON document (RFC 7946): a FeatureCollection of points with the properties `name`, `kind`,
/// `address`, `city`, `region`, `postalCode`, `country` and `phone`, of which only the name has to be there.
public struct GeoJSONReader: Sendable {
    private let work: BlockingWork = BlockingWork()

    public init() {}

    /// The document's places, in its order.
    /// - Throws: ``GeoJSONError`` for the first thing that is wrong.
    public func places(in document: [UInt8]) async throws -> [PlaceDataModel] {
        try await work.run { try Self.read(document) }
    }

    private static func read(_ document: [UInt8]) throws -> [PlaceDataModel] {
        // The decoder passes over mistakes in members that it does not read, and does not tell where others are.
        if let error: GeoJSONError = JSONSyntax.firstError(in: document) { throw error }
        let collection: GeoJSONFeatureCollection
        do {
            collection = try JSONDecoder().decode(GeoJSONFeatureCollection.self, from: Data(document))
        } catch let error as DecodingError {
            throw GeoJSONError(error)
        }
        try checkIdentifiers(collection.features)
        return collection.features.map(PlaceDataModel.init(feature:))
    }

    private static func checkIdentifiers(_ features: [GeoJSONFeature]) throws {
        var places: [String: Int] = [:]
        for (index, feature) in features.enumerated() {
            if let earlier: Int = places.updateValue(index, forKey: feature.id) {
                throw GeoJSONError(at: "features[\(index)].id", reason: "\"\(feature.id)\" is also the id of features[\(earlier)]")
            }
        }
    }
}

extension PlaceDataModel {
    fileprivate init(feature: GeoJSONFeature) {
        let properties: GeoJSONPlaceProperties = feature.properties
        self.init(
            id: feature.id, name: properties.name, kind: properties.kind ?? "other", latitude: feature.geometry.latitude,
            longitude: feature.geometry.longitude, street: properties.address, city: properties.city,
            region: properties.region, postalCode: properties.postalCode, country: properties.country,
            phone: properties.phone)
    }
}

extension GeoJSONError {
    /// The decoder's complaint in words for whoever wrote the file.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(at: Self.path(context.codingPath + [key]), reason: "is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self.init(at: Self.path(context.codingPath), reason: Self.phrase(context.debugDescription))
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(at: "the document", reason: "is nested too deeply, or holds a number that is out of range")
        case .dataCorrupted(let context):
            self.init(at: Self.path(context.codingPath), reason: context.debugDescription)
        @unknown default:
            self.init(at: "the document", reason: String(describing: error))
        }
    }

    /// The decoder's sentence without its full stop, to stand within another.
    private static func phrase(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let path: String = keys.reduce(into: "") { path, key in
            if let index: Int = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return path.isEmpty ? "the document" : path
    }
}
