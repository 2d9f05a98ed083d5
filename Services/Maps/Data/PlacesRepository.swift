/// Finds and keeps places, by text, by rectangle and by id. Where they are kept is the matter of whoever implements it.
public protocol PlacesRepository: Sendable {
    /// Makes ready what is stored, so that what is wrong with it shows at the start.
    func open() async throws

    /// Lets go of what is open once what runs has ended.
    func close() async throws

    /// The place with this id.
    func place(id: String) async throws -> PlaceDataModel?

    /// All places by name, `limit` at most.
    func places(limit: Int) async throws -> [PlaceDataModel]

    /// The places whose name or address hold all words of `text`, each whole or as a beginning; first a name that is just
    /// the text, then the better match, where a word in the name counts more than one in the address, then by name.
    func places(text: String, limit: Int) async throws -> [PlaceDataModel]

    /// The places in any of the boxes, in no order; with `text` only those whose name or address hold all its words.
    func places(in boxes: [BoundingBoxDataModel], text: String?) async throws -> [PlaceDataModel]

    /// Stores all the places and removes others, or changes nothing. What it confirms is on the disk.
    /// - Parameter hash: the configured file's, to be known as loaded together with the places.
    func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel,
        configuredFile hash: String?
    ) async throws -> PlacesStoreDataModel

    /// The hash of the configured file that was loaded last.
    func configuredFileHash() async throws -> String?
}

extension PlacesRepository {
    /// Stores places that no configured file holds.
    public func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel
    ) async throws -> PlacesStoreDataModel {
        try await store(places, origin: origin, removing: removal, configuredFile: nil)
    }
}
