public import MapsData
import Synchronization

/// What a process has of the file.
private struct ReadPlaces {
    let grid: PlacesGrid
    /// Which file it was read from, or written to; nil before the first store.
    let identity: PlacesFile.Identity?
    /// When it was last seen that the file is still that one.
    var checked: ContinuousClock.Instant
    /// Whether somebody looks at the file just now.
    var isLookedAt: Bool = false
}

/// Keeps places in memory, found by a grid of degrees and a sorted list of words, and in one file that is written anew at
/// each store. For as many places as a loaded document may hold.
///
/// Several processes may share the directory: each stores upon what is in the file, and finds what another has stored within ``freshness``.
public final class GridPlacesRepository: PlacesRepository {
    /// How long what was read is taken for what is in the file. A look at the file costs a turn of another thread.
    private static let freshness: Duration = .milliseconds(100)

    private let file: PlacesFile
    private let work: BlockingWork = BlockingWork()
    /// What was read or stored last; nil before the first use. Never held while the file is read or written.
    private let current: Mutex<ReadPlaces?> = Mutex(nil)
    /// Held by whoever of this process reads or writes the file, on a thread that may wait.
    private let fileAccess: Mutex<Void> = Mutex(())

    /// - Parameter directory: exists and belongs to this vertical alone, to all of its processes.
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
                try file.alone {
                    // Read anew: a file's time has steps of milliseconds, and its number is used again, so two that follow can look the same.
                    var stored: StoredPlaces = try current.withLock { $0 } != nil && file.identity == nil ? opened().stored : file.read()
                    let result: PlacesStoreDataModel = stored.store(places, origin: origin, removing: removal)
                    if let hash { stored.configuredFile = hash }
                    try file.write(stored)
                    keep(PlacesGrid(stored), file.identity)
                    return result
                }
            }
        }
    }

    public func configuredFileHash() async throws -> String? { try await grid().stored.configuredFile }

    /// Off the caller's loop, which others need: many words in many places take a while. A caller who leaves ends the search.
    private func search<Value: Sendable>(_ body: @Sendable (PlacesGrid) throws -> Value) async throws -> Value {
        let grid: PlacesGrid = try await grid()
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try body(grid) }
    }

    /// One caller at a time looks whether the file has changed, and waits for that; the others go on with what was read. Else all that
    /// come meanwhile would wait, and be answered in one go.
    private func grid() async throws -> PlacesGrid {
        let (read, looks): (ReadPlaces?, Bool) = current.withLock { current in
            guard let read: ReadPlaces = current else { return (nil, true) }
            let looks: Bool = !read.isLookedAt && .now - read.checked >= Self.freshness
            if looks { current?.isLookedAt = true }
            return (read, looks)
        }
        if let read, !looks { return read.grid }
        return try await work.run { [self] in
            try fileAccess.withLock { _ in
                do {
                    return try opened()
                } catch {
                    // What was read once is served on; who stores is told.
                    guard let read else { throw error }
                    current.withLock { $0?.isLookedAt = false }
                    return read.grid
                }
            }
        }
    }

    /// The grid; the file is read where nobody has done so, or another process has written it since. Called with ``fileAccess`` held.
    private func opened() throws -> PlacesGrid {
        let identity: PlacesFile.Identity? = file.identity
        // A file that was taken away was not stored by a process of ours.
        if let read: ReadPlaces = current.withLock({ $0 }), identity == nil || identity == read.identity {
            keep(read.grid, read.identity)
            return read.grid
        }
        let grid: PlacesGrid = PlacesGrid(try file.read())
        keep(grid, identity)
        return grid
    }

    private func keep(_ grid: PlacesGrid, _ identity: PlacesFile.Identity?) {
        current.withLock { $0 = ReadPlaces(grid: grid, identity: identity, checked: .now) }
    }
}
