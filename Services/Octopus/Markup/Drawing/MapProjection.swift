import ColonnadeSystemIO

#if canImport(Glibc)
    import Glibc
#endif

/// A rectangle of the earth around points, drawn so that a degree has about its length in both directions at its middle.
struct MapProjection {
    static let width: Double = 480
    static let height: Double = 320

    let west: Double
    let east: Double
    let south: Double
    let north: Double

    /// A rectangle around those of the points that lie on the earth, with room around them; the whole earth where there are none.
    init(_ points: [ScreenPoint]) {
        let points: [ScreenPoint] = points.filter(\.isOnEarth)
        let latitudes: [Double] = points.map(\.latitude)
        let longitudes: [Double] = points.map(\.longitude)
        guard let south: Double = latitudes.min(), let north: Double = latitudes.max(), let west: Double = longitudes.min(),
            let east: Double = longitudes.max()
        else {
            (self.west, east, self.south, north) = (-180, 180, -90, 90)
            return
        }
        let middle: (north: Double, east: Double) = ((south + north) / 2, (west + east) / 2)
        let shrink: Double = max(0.05, cos(middle.north * .pi / 180))
        // Half of the height in degrees: what the points need in either direction, and at least about a kilometre.
        let needed: Double = max((north - south) / 2, (east - west) / 2 * shrink * Self.height / Self.width, 0.005) * 1.3
        let half: Double = min(needed, 90)
        let halfWidth: Double = min(half * Self.width / Self.height / shrink, 180)
        self.west = middle.east - halfWidth
        self.east = middle.east + halfWidth
        self.south = middle.north - half
        self.north = middle.north + half
    }

    func place(_ point: ScreenPoint) -> (x: Double, y: Double) {
        (x(point.longitude), y(point.latitude))
    }

    func x(_ longitude: Double) -> Double { (longitude - west) / (east - west) * Self.width }

    func y(_ latitude: Double) -> Double { (north - latitude) / (north - south) * Self.height }

    /// The lines of a grid: degrees that are round, about five in either direction.
    var meridians: [Double] { Ticks(from: west, to: east, about: 5).values }
    var parallels: [Double] { Ticks(from: south, to: north, about: 4).values }

    /// A round distance in metres, and its length in the drawing.
    var scale: (metres: Double, length: Double) {
        let metresAUnit: Double = (north - south) * 111_320 / Self.height
        let longest: Double = metresAUnit * 110
        let power: Double = pow(10, floor(log10(longest)))
        let metres: Double = [5, 2, 1].map { $0 * power }.first { $0 <= longest } ?? power
        return (metres, metres / metresAUnit)
    }
}

extension ScreenPoint {
    /// Whether the coordinate is one.
    var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}
