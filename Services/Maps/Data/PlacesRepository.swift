import GRDB

/// Finds and keeps places, by text, by rectangle and by id.
public struct PlacesRepository: Sendable {
    private let database: PlacesDatabase

    public init(database: PlacesDatabase) {
        self.database = database
    }

    /// The place with this id.
    public func place(id: String) async throws -> PlaceDataModel? {
        try await database.pool().read { database in
            try PlaceDataModel.fetchOne(database, sql: "SELECT * FROM place WHERE id = ?", arguments: [id])
        }
    }

    /// All places by name, `limit` at most.
    public func places(limit: Int) async throws -> [PlaceDataModel] {
        try await database.pool().read { database in
            try PlaceDataModel.fetchAll(
                database, sql: "SELECT * FROM place ORDER BY name, id LIMIT ?", arguments: [limit])
        }
    }

    /// The places whose name or address hold all words of `text`, the best match first: a name that is just the text,
    /// then by BM25 with a word in the name counting ten times one in the address, then by name.
    public func places(text: String, limit: Int) async throws -> [PlaceDataModel] {
        let wanted: SearchText = SearchText(text)
        guard let match: String = wanted.match else { return [] }
        return try await database.pool().read { database in
            try PlaceDataModel.fetchAll(
                database,
                sql: """
                    SELECT place.* FROM place_text JOIN place ON place.key = place_text.rowid
                    WHERE place_text MATCH ?
                    ORDER BY place_text.name = ? DESC, bm25(place_text, 10.0, 1.0), place.name, place.id LIMIT ?
                    """,
                arguments: [match, wanted.indexed, limit])
        }
    }

    /// The places in any of the boxes, in no order; with `text` only those whose name or address hold all its words.
    public func places(in boxes: [BoundingBoxDataModel], text: String?) async throws -> [PlaceDataModel] {
        let match: String?
        if let text {
            guard let words: String = SearchText(text).match else { return [] }
            match = words
        } else {
            match = nil
        }
        return try await database.pool().read { database in
            var found: Set<PlaceDataModel> = []
            for box: BoundingBoxDataModel in boxes {
                found.formUnion(try Self.places(in: box, match: match, database))
            }
            return Array(found)
        }
    }

    private static func places(
        in box: BoundingBoxDataModel, match: String?, _ database: Database
    ) throws -> [PlaceDataModel] {
        let text: String = match == nil ? "" : "AND place.key IN (SELECT rowid FROM place_text WHERE place_text MATCH ?)"
        var arguments: StatementArguments = [
            box.latitudes.lowerBound, box.latitudes.upperBound, box.longitudes.lowerBound, box.longitudes.upperBound,
        ]
        if let match { arguments += [match] }
        return try PlaceDataModel.fetchAll(
            database,
            sql: """
                SELECT place.* FROM place_box JOIN place ON place.key = place_box.key
                WHERE max_latitude >= ? AND min_latitude <= ? AND max_longitude >= ? AND min_longitude <= ? \(text)
                """,
            arguments: arguments)
    }

    /// Stores all the places and removes others, or changes nothing.
    /// - Parameter hash: the configured file's, to be known as loaded together with the places.
    public func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel,
        configuredFile hash: String? = nil
    ) async throws -> PlacesStoreDataModel {
        try await database.pool().write { database in
            let writer: PlacesWriter = PlacesWriter(database: database, origin: origin)
            let result: PlacesStoreDataModel = try writer.store(places, removing: removal)
            if let hash {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO configured_file (one, hash) VALUES (1, ?)", arguments: [hash])
            }
            return result
        }
    }

    /// The hash of the configured file that was loaded last.
    public func configuredFileHash() async throws -> String? {
        try await database.pool().read { try String.fetchOne($0, sql: "SELECT hash FROM configured_file") }
    }
}
