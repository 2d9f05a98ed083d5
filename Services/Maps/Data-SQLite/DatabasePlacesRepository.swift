import GRDB
public import MapsData

/// Keeps places in an SQLite database, found by its FTS5 and R*Tree indexes.
public struct DatabasePlacesRepository: PlacesRepository {
    private let database: PlacesDatabase

    /// - Parameter directory: exists and belongs to this vertical alone.
    public init(directory: String) {
        self.init(database: PlacesDatabase(directory: directory))
    }

    init(database: PlacesDatabase) {
        self.database = database
    }

    public func open() async throws { try await database.open() }

    public func close() async throws { try await database.close() }

    public func place(id: String) async throws -> PlaceDataModel? {
        try await database.pool().read { database in
            try PlaceDataModel.fetchOne(database, sql: "SELECT * FROM place WHERE id = ?", arguments: [id])
        }
    }

    public func places(limit: Int) async throws -> [PlaceDataModel] {
        try await database.pool().read { database in
            try PlaceDataModel.fetchAll(
                database, sql: "SELECT * FROM place ORDER BY name, id LIMIT ?", arguments: [limit])
        }
    }

    /// Best match: by BM25, a word in the name counting ten times one in the address.
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
                arguments: [match, wanted.indexedText, limit])
        }
    }

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

    public func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel,
        configuredFile hash: String?
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

    public func configuredFileHash() async throws -> String? {
        try await database.pool().read { try String.fetchOne($0, sql: "SELECT hash FROM configured_file") }
    }
}

extension SearchText {
    /// The words as FTS5 is given them.
    var indexedText: String { indexed.joined(separator: " ") }

    /// An FTS5 query that finds all the words, each whole or as a beginning; nil where there is no word.
    var match: String? {
        // A string of FTS5 is ended by a quotation mark alone, and a doubled one stands for itself.
        words.isEmpty ? nil : words.map { "\"\($0.replacing("\"", with: "\"\""))\"*" }.joined(separator: " ")
    }
}
