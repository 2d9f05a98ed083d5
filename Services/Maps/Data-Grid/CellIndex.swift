import MapsData

/// Finds places by the cell of one degree by one degree in which they lie.
struct CellIndex: Sendable {
    private struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    private struct Point {
        let index: Int
        let latitude: Double
        let longitude: Double
    }

    private let cells: [Cell: [Point]]

    init(_ places: [PlaceDataModel]) {
        cells = places.enumerated().reduce(into: [:]) { cells, item in
            let (index, place): (Int, PlaceDataModel) = item
            cells[Self.cell(place.latitude, place.longitude), default: []].append(
                Point(index: index, latitude: place.latitude, longitude: place.longitude))
        }
    }

    /// The indexes of the places in the box, in no order.
    func places(in box: BoundingBoxDataModel) -> [Int] {
        candidates(box).filter { box.latitudes.contains($0.latitude) && box.longitudes.contains($0.longitude) }.map(\.index)
    }

    /// A box over half the world covers more cells than there are places, so it asks the cells that hold some.
    private func candidates(_ box: BoundingBoxDataModel) -> [Point] {
        let low: Cell = Self.cell(box.latitudes.lowerBound, box.longitudes.lowerBound)
        let high: Cell = Self.cell(box.latitudes.upperBound, box.longitudes.upperBound)
        let (rows, columns): (ClosedRange<Int>, ClosedRange<Int>) = (low.row...high.row, low.column...high.column)
        guard rows.count * columns.count < cells.count else {
            return cells.filter { rows.contains($0.key.row) && columns.contains($0.key.column) }.flatMap(\.value)
        }
        return rows.flatMap { row in columns.flatMap { cells[Cell(row: row, column: $0)] ?? [] } }
    }

    /// Degrees are finite and in range: whoever reads a document has checked them.
    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(row: Int(latitude.rounded(.down)), column: Int(longitude.rounded(.down)))
    }
}
