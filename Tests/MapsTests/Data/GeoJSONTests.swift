import MapsData
import Testing

@Suite("Reading GeoJSON")
struct GeoJSONTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let document: String
        let at: String
        let reason: String

        var testDescription: String { "\(at): \(reason)" }
    }

    private func read(_ document: String) async throws -> [PlaceDataModel] {
        try await GeoJSONReader().places(in: Array(document.utf8))
    }

    private static func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    }

    private static func feature(
        id: String = #""x""#, coordinates: String = "[8.5, 47.4]", properties: String = #"{"name":"X"}"#
    ) -> String {
        #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":\#(coordinates)},"properties":\#(properties)}"#
    }

    private static func marked(_ count: Int, _ mark: String) -> String { #"{"":""# + String(repeating: mark, count: count) + #""}"# }

    @Test("All members of a place are read, and others are passed over")
    func readsPlaces() async throws {
        let properties: String = """
            {"name":"X","kind":"clinic","address":"A 1","city":"C","region":"R","postalCode":"P","country":"L","phone":"1","beds":3}
            """
        let places: [PlaceDataModel] = try await read(
            Self.collection(
                Self.feature(coordinates: "[-71.5, 42.25, 12]", properties: properties),
                Self.feature(id: "7")))
        #expect(
            places == [
                PlaceDataModel(
                    id: "x", name: "X", kind: "clinic", latitude: 42.25, longitude: -71.5, street: "A 1", city: "C",
                    region: "R", postalCode: "P", country: "L", phone: "1"),
                PlaceDataModel(id: "7", name: "X", kind: "other", latitude: 47.4, longitude: 8.5),
            ])
    }

    @Test("An id among the properties counts, and an empty collection is one")
    func takesOtherForms() async throws {
        let document: String = #"""
            {"type":"FeatureCollection","features":[{"type":"Feature",
            "geometry":{"type":"Point","coordinates":[180,-90]},"properties":{"id":"p","name":"X"}}]}
            """#
        #expect(try await read(document).map(\.id) == ["p"])
        #expect(try await read(Self.collection()).isEmpty)
    }

    @Test(
        "A mistake is named, and where it is",
        arguments: [
            Mistake(document: "", at: "line 1, column 1", reason: "ends where a value is expected"),
            Mistake(document: "{\"type\":\n  \"Fea", at: "line 2, column 7", reason: "in the middle of a text"),
            Mistake(document: "{\"a\":1,\n\"b\":[1,}", at: "line 2, column 8", reason: "found } where a value"),
            Mistake(document: "[1 2]", at: "line 1, column 4", reason: "found 2 where , or ]"),
            Mistake(document: "{\"a\" 1}", at: "line 1, column 6", reason: "colon"),
            Mistake(document: "{} x", at: "line 1, column 4", reason: "follows the end"),
            Mistake(document: "{\"a\":1,\"b\":tru}", at: "line 1, column 12", reason: "true is expected"),
            Mistake(document: "{\"a\":\"\\q\"}", at: "line 1, column 8", reason: "no such escape"),
            Mistake(document: marked(31, "\u{301}"), at: "line 1, column 5", reason: "more than 30 combining marks"),
            Mistake(document: marked(31, "\\u0301"), at: "line 1, column 5", reason: "more than 30 combining marks"),
            Mistake(document: marked(31, "\\ud834\\udd65"), at: "line 1, column 5", reason: "more than 30 combining marks"),
            Mistake(document: marked(30, "\\u0301") + "x", at: "line 1, column 188", reason: "follows the end"),
            Mistake(document: marked(100, "e\u{301}\\n\\ud83d\\ude00") + "x", at: "line 1, column 1708", reason: "follows the end"),
            Mistake(document: "{\"a\":-}", at: "line 1, column 7", reason: "digit"),
            Mistake(document: "[[[", at: "line 1, column 4", reason: "ends where a value"),
            Mistake(
                document: #"{"type":"FeatureCollection","features":[],"x":01}"#, at: "line 1, column 48", reason: "found 1 where , or }"),
            Mistake(document: "[]", at: "the document", reason: "found an array"),
            Mistake(document: "{}", at: "type", reason: "is missing"),
            Mistake(document: #"{"type":"Topology"}"#, at: "type", reason: "\"FeatureCollection\" is expected"),
            Mistake(document: #"{"type":"FeatureCollection"}"#, at: "features", reason: "is missing"),
            Mistake(document: #"{"type":"FeatureCollection","features":{}}"#, at: "features", reason: "found a dictionary"),
            Mistake(document: collection(feature(), "7"), at: "features[1]", reason: "found number"),
            Mistake(document: collection(feature(coordinates: "[8.5]")), at: "features[0].geometry.coordinates[1]", reason: "no latitude"),
            Mistake(
                document: collection(feature(coordinates: "[47.4, 98.5]")), at: "features[0].geometry.coordinates[1]",
                reason: "98.5 is no latitude"),
            Mistake(
                document: collection(feature(coordinates: "[181, 0]")), at: "features[0].geometry.coordinates[0]",
                reason: "181.0 is no longitude"),
            Mistake(
                document: collection(feature(coordinates: "[\"8\", 0]")), at: "features[0].geometry.coordinates[0]",
                reason: "found a string"),
            Mistake(document: collection(feature(id: "\"\"")), at: "features[0].id", reason: "missing or empty"),
            Mistake(document: collection(feature(id: "true")), at: "features[0].id", reason: "found bool"),
            Mistake(document: collection(feature(properties: "null")), at: "features[0].properties", reason: "null"),
            Mistake(document: collection(feature(properties: "{}")), at: "features[0].properties.name", reason: "is missing"),
            Mistake(
                document: collection(feature(properties: #"{"name":" "}"#)), at: "features[0].properties.name", reason: "is empty"),
            Mistake(
                document: collection(feature(properties: #"{"name":"X","phone":1}"#)), at: "features[0].properties.phone",
                reason: "found number"),
            Mistake(
                document: collection(feature(id: "\"a\""), feature(id: "\"b\""), feature(id: "\"a\"")), at: "features[2].id",
                reason: "also the id of features[0]"),
            Mistake(
                document: collection(#"{"type":"Feature","id":"x","geometry":null,"properties":{"name":"X"}}"#),
                at: "features[0].geometry", reason: "null"),
            Mistake(
                document: collection(
                    #"{"type":"Feature","id":"x","geometry":{"type":"Polygon","coordinates":[]},"properties":{"name":"X"}}"#),
                at: "features[0].geometry.type", reason: "\"Point\" is expected"),
        ])
    func namesMistakes(_ mistake: Mistake) async {
        await #expect {
            _ = try await read(mistake.document)
        } throws: { error in
            guard let error = error as? GeoJSONError else { return false }
            let fits: Bool = error.at == mistake.at && error.reason.lowercased().contains(mistake.reason.lowercased())
            if !fits { Issue.record("\(error)") }
            return fits
        }
    }

    @Test("Bytes that are no UTF-8 are found")
    func findsBadBytes() async {
        let document: [UInt8] = Array("{\"type\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        await #expect(throws: GeoJSONError(at: "line 1, column 10", reason: "the text is no valid UTF-8")) {
            try await GeoJSONReader().places(in: document)
        }
    }

    @Test("A document that nests without end is refused, and the stack survives it")
    func refusesDeepNesting() async {
        let document: [UInt8] = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        await #expect(throws: GeoJSONError.self) { try await GeoJSONReader().places(in: document) }
    }

    @Test("Every beginning of a document is refused", arguments: [feature()])
    func refusesBeginnings(_ feature: String) async throws {
        let whole: [UInt8] = Array(Self.collection(feature).utf8)
        for length: Int in 0..<whole.count {
            await #expect(throws: GeoJSONError.self, "first \(length) bytes") {
                try await GeoJSONReader().places(in: Array(whole[..<length]))
            }
        }
        #expect(try await GeoJSONReader().places(in: whole).count == 1)
    }
}
