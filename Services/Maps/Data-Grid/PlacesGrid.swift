import MapsData

/// Places with their two indexes; made anew from what is stored, and never changed.
struct PlacesGrid: Sendable {
    let stored: StoredPlaces

    /// By name and id: the order in which answers have them.
    private let sorted: [PlaceDataModel]
    private let words: WordIndex
    private let cells: CellIndex
    /// In bytes of UTF-8.
    private let longestIdentifier: Int

    init(_ stored: StoredPlaces) {
        self.stored = stored
        sorted = stored.entries.values.map(\.place).sorted { Self.inOrder($0, $1) }
        words = WordIndex(sorted)
        longestIdentifier = sorted.map(\.id.utf8.count).max() ?? 0
        cells = CellIndex(sorted)
    }

    /// To hash a text of megabytes would take longer than a search.
    func place(id: String) -> PlaceDataModel? { id.utf8.count <= longestIdentifier ? stored.entries[id]?.place : nil }

    func places(limit: Int) -> [PlaceDataModel] { Array(sorted.prefix(max(limit, 0))) }

    func places(text: SearchText, limit: Int) throws -> [PlaceDataModel] {
        try words.ranked(text).prefix(max(limit, 0)).map { sorted[$0] }
    }

    func places(in boxes: [BoundingBoxDataModel], text: SearchText?) throws -> [PlaceDataModel] {
        var found: Set<Int> = boxes.reduce(into: []) { $0.formUnion(cells.places(in: $1)) }
        if let text { found.formIntersection(try words.places(with: text)) }
        return found.map { sorted[$0] }
    }

    /// Byte by byte, as SQLite compares text, so that both implementations give one order.
    private static func inOrder(_ left: PlaceDataModel, _ right: PlaceDataModel) -> Bool {
        if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
        return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
}
