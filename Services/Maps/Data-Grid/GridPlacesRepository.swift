public import MapsData
import Synchronization

/// Keeps places in memory, found by a grid of degrees and a sorted list of words, and in one file that is written anew at
/// each store. For as many places as a loaded document may hold.
public final class GridPlacesRepository: PlacesRepository {
    private let file: PlacesFile
    private let work: BlockingWork = BlockingWork()
    /// What was read or stored last; nil before the first use. Never held while the file is read or written.
    private let current: Mutex<PlacesGrid?> = Mutex(nil)
    /// Held by whoever reads or writes the file, on a thread that may wait.
    private let fileAccess: Mutex<Void> = Mutex(())

    /// - Parameter directory: exists and belongs to this vertical alone.
    public init(directory: String) {
        file = PlacesFile(directory: directory)
    }

    public func open() async throws { _ = try await grid() }

    public func close() async throws {}

    public func place(id: String) async throws -> PlaceDataModel? { try await grid().place(id: id) }

    public func places(limit: Int) async throws -> [PlaceDataModel] { try await grid().places(limit: limit) }

    /// Best match: by the number of words that stand in the name, then the shorter name.
    public func places(text: String, limit: Int) async throws -> [PlaceDataModel] {
        try await search { grid in try grid.places(text: SearchText(text), limit: limit) }
    }

    public func places(in boxes: [BoundingBoxDataModel], text: String?) async throws -> [PlaceDataModel] {
        try await search { grid in try grid.places(in: boxes, text: text.map { SearchText($0) }) }
    }

    public func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel,
        configuredFile hash: String?
    ) async throws -> PlacesStoreDataModel {
        try await work.run { [self] in
            try fileAccess.withLock { _ in
                var stored: StoredPlaces = try opened().stored
                let result: PlacesStoreDataModel = stored.store(places, origin: origin, removing: removal)
                if let hash { stored.configuredFile = hash }
                try file.write(stored)
                let grid: PlacesGrid = PlacesGrid(stored)
                current.withLock { $0 = grid }
                return result
            }
        }
    }

    public func configuredFileHash() async throws -> String? { try await grid().stored.configuredFile }

    /// Off the caller's loop, which others need: many words in many places take a while. A caller who leaves ends the search.
    private func search<Value: Sendable>(_ body: @Sendable (PlacesGrid) throws -> Value) async throws -> Value {
        let grid: PlacesGrid = try await grid()
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try body(grid) }
    }

    private func grid() async throws -> PlacesGrid {
        if let grid: PlacesGrid = current.withLock({ $0 }) { return grid }
        return try await work.run { [self] in try fileAccess.withLock { _ in try opened() } }
    }

    /// The grid; the file is read where nobody has done so. Called with ``fileAccess`` held.
    private func opened() throws -> PlacesGrid {
        if let grid: PlacesGrid = current.withLock({ $0 }) { return grid }
        let grid: PlacesGrid = PlacesGrid(try file.read())
        current.withLock { $0 = grid }
        return grid
    }
}
