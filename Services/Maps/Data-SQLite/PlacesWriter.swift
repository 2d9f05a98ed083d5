import GRDB
import MapsData

/// Writes places and their two indexes, within one transaction that its caller has begun.
struct PlacesWriter {
    let database: Database
    let origin: PlaceOriginDataModel

    func store(_ places: [PlaceDataModel], removing removal: PlacesRemovalDataModel) throws -> PlacesStoreDataModel {
        var result: PlacesStoreDataModel = PlacesStoreDataModel()
        for place: PlaceDataModel in places { try store(place, &result) }
        try remove(removal, except: Set(places.map(\.id)), &result)
        return result
    }

    private func store(_ place: PlaceDataModel, _ result: inout PlacesStoreDataModel) throws {
        let stored: Statement = try database.cachedStatement(sql: "SELECT * FROM place WHERE id = ?")
        guard let row: Row = try Row.fetchOne(stored, arguments: [place.id]) else {
            try insert(place)
            result.added += 1
            return
        }
        let key: Int64 = row["key"]
        if try PlaceDataModel(row: row) == place {
            try run("UPDATE place SET origin = ? WHERE key = ?", [origin.rawValue, key])
            result.unchanged += 1
        } else {
            try remove(key)
            try insert(place)
            result.updated += 1
        }
    }

    private func insert(_ place: PlaceDataModel) throws {
        try run(
            """
            INSERT INTO place (id, name, kind, latitude, longitude, street, city, region, postal_code, country, phone, origin)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                place.id, place.name, place.kind, place.latitude, place.longitude, place.street, place.city,
                place.region, place.postalCode, place.country, place.phone, origin.rawValue,
            ])
        let key: Int64 = database.lastInsertedRowID
        try run(
            "INSERT INTO place_text (rowid, name, address) VALUES (?, ?, ?)",
            [key, SearchText(place.name).indexedText, SearchText(place.addressText).indexedText])
        try run(
            "INSERT INTO place_box VALUES (?, ?, ?, ?, ?)",
            [key, place.latitude, place.latitude, place.longitude, place.longitude])
    }

    private func remove(
        _ removal: PlacesRemovalDataModel, except kept: Set<String>, _ result: inout PlacesStoreDataModel
    ) throws {
        let candidates: [Row]
        switch removal {
        case .none: return
        case .others: candidates = try Row.fetchAll(database, sql: "SELECT key, id FROM place")
        case .othersFromConfiguredFile:
            candidates = try Row.fetchAll(
                database, sql: "SELECT key, id FROM place WHERE origin = ?",
                arguments: [PlaceOriginDataModel.configuredFile.rawValue])
        }
        for candidate: Row in candidates where !kept.contains(candidate["id"]) {
            try remove(candidate["key"] as Int64)
            result.removed += 1
        }
    }

    private func remove(_ key: Int64) throws {
        try run("DELETE FROM place WHERE key = ?", [key])
        try run("DELETE FROM place_text WHERE rowid = ?", [key])
        try run("DELETE FROM place_box WHERE key = ?", [key])
    }

    /// The same few statements run for every place, so each is compiled once.
    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension PlaceDataModel: FetchableRecord {
    public init(row: Row) throws {
        self.init(
            id: row["id"], name: row["name"], kind: row["kind"], latitude: row["latitude"], longitude: row["longitude"],
            street: row["street"], city: row["city"], region: row["region"], postalCode: row["postal_code"],
            country: row["country"], phone: row["phone"])
    }
}
