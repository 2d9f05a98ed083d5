/// Finds one place.
public protocol FindPlaceInterface: Sendable {
    /// The place with this id, or nil.
    func place(id: String) async throws -> PlaceDomainModel?
}
