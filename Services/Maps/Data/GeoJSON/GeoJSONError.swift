/// What is wrong with a GeoJSON document, and where.
public struct GeoJSONError: Error, Hashable, Sendable {
    /// A path in the document, as `features[3].geometry.coordinates[0]`; line and column where it is no JSON.
    public let at: String
    /// What is wrong, and what is expected.
    public let reason: String

    public init(at: String, reason: String) {
        self.at = at
        self.reason = reason
    }
}
