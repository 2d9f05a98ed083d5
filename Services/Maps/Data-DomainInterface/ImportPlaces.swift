import MapsData
import MapsDomain

/// Takes the places of GeoJSON documents into the repository.
public struct ImportPlaces: ImportPlacesInterface {
    private let places: any PlacesRepository
    private let file: ConfiguredPlacesFile
    private let reader: GeoJSONReader = GeoJSONReader()

    public init(places: any PlacesRepository, file: ConfiguredPlacesFile) {
        self.places = places
        self.file = file
    }

    public func importPlaces(
        document: [UInt8], mode: PlacesLoadModeDomainModel
    ) async throws -> PlacesLoadSummaryDomainModel {
        let read: [PlaceDataModel] = try await self.read(document)
        return PlacesLoadSummaryDomainModel(try await places.store(read, origin: .call, removing: mode.removal))
    }

    public func importConfiguredFile(mode: PlacesLoadModeDomainModel) async throws -> PlacesLoadSummaryDomainModel {
        let content: (bytes: [UInt8], hash: String) = try await fileContent()
        return try await store(content, removing: mode.removal)
    }

    public func importConfiguredFileIfChanged() async throws -> PlacesLoadSummaryDomainModel? {
        let content: (bytes: [UInt8], hash: String) = try await fileContent()
        if try await places.configuredFileHash() == content.hash { return nil }
        return try await store(content, removing: .othersFromConfiguredFile)
    }

    private func store(
        _ content: (bytes: [UInt8], hash: String), removing removal: PlacesRemovalDataModel
    ) async throws -> PlacesLoadSummaryDomainModel {
        let read: [PlaceDataModel] = try await self.read(content.bytes)
        return PlacesLoadSummaryDomainModel(
            try await places.store(read, origin: .configuredFile, removing: removal, configuredFile: content.hash))
    }

    private func read(_ document: [UInt8]) async throws -> [PlaceDataModel] {
        do {
            return try await reader.places(in: document)
        } catch let error as GeoJSONError {
            throw MapsError.badGeoJSON(at: error.at, reason: error.reason)
        }
    }

    private func fileContent() async throws -> (bytes: [UInt8], hash: String) {
        do {
            return try await file.read(limit: LoadPlacesUseCase.largestDocument)
        } catch let error as PlacesFileError {
            switch error {
            case .unreadable(let path, let reason): throw MapsError.unreadableFile(path: path, reason: reason)
            case .tooLarge(let limit): throw MapsError.tooLarge(limit: limit)
            }
        }
    }
}

extension PlacesLoadModeDomainModel {
    fileprivate var removal: PlacesRemovalDataModel {
        switch self {
        case .replace: .others
        case .add: .none
        }
    }
}

extension PlacesLoadSummaryDomainModel {
    fileprivate init(_ model: PlacesStoreDataModel) {
        self.init(added: model.added, updated: model.updated, unchanged: model.unchanged, removed: model.removed)
    }
}
