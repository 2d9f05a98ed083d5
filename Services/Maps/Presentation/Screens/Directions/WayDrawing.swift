import MapsDomain

/// A way drawn as SVG over a grid of meridians and parallels: what is known without anybody's map.
///
/// Numbers and letters of the compass are all that stands in it, by presentation attributes alone, so that a strict content policy lets it be.
struct WayDrawing {
    /// Of the picture, in its own units, and of the margin in which the grid's numbers stand.
    private static let size: (width: Double, height: Double, margin: Double) = (640, 400, 44)

    /// Distances of the grid's lines in degrees, the finest first.
    private static let steps: [Double] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45]

    /// The least that is shown, in degrees: a street or two.
    private static let leastSpan: Double = 0.004

    /// The way's points, east as far as it goes: a way over the antimeridian goes on beyond 180 degrees.
    private let path: [CoordinateDomainModel]
    private let south: Double
    private let west: Double
    /// Degrees of latitude and of longitude that the picture shows.
    private let span: (latitude: Double, longitude: Double)

    /// - Parameter path: points of the way in order, each on the earth.
    init(path: [CoordinateDomainModel]) {
        self.path = Self.unwound(path)
        let (latitudes, longitudes): ([Double], [Double]) = (self.path.map(\.latitude), self.path.map(\.longitude))
        let (low, high): (Double, Double) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
        let (left, right): (Double, Double) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        let middle: (latitude: Double, longitude: Double) = ((low + high) / 2, (left + right) / 2)
        // A degree of longitude is shorter than one of latitude, by the cosine of the latitude.
        let narrowing: Double = max(Self.cosine(middle.latitude), 0.05)
        let shape: Double = (Self.size.width - 2 * Self.size.margin) / (Self.size.height - 2 * Self.size.margin)
        let height: Double = max((high - low) * 1.2, (right - left) * 1.2 * narrowing / shape, Self.leastSpan)
        span = (height, height * shape / narrowing)
        south = middle.latitude - height / 2
        west = middle.longitude - span.longitude / 2
    }

    /// The picture.
    var svg: String {
        let (width, height): (String, String) = (Self.text(Self.size.width), Self.text(Self.size.height))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">\
            <rect width="\(width)" height="\(height)" fill="#f4f6f8"/>\
            <g stroke="#b8c2cc" fill="#44505c" stroke-width="1">\(grid)</g>\
            <polyline points="\(line)" fill="none" stroke="#1f5fbf" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>\
            \(ends)</svg>
            """
    }

    private var line: String { path.map { "\(Self.text(x($0.longitude))),\(Self.text(y($0.latitude)))" }.joined(separator: " ") }

    /// The start as a ring, and the end as a disc.
    private var ends: String {
        guard let from: CoordinateDomainModel = path.first, let to: CoordinateDomainModel = path.last else { return "" }
        return """
            <circle id="\(DirectionsState.ends.from)" cx="\(Self.text(x(from.longitude)))" cy="\(Self.text(y(from.latitude)))" r="8" \
            fill="#ffffff" stroke="#1f5fbf" stroke-width="4"/>\
            <circle id="\(DirectionsState.ends.to)" cx="\(Self.text(x(to.longitude)))" cy="\(Self.text(y(to.latitude)))" r="8" \
            fill="#b3261e" stroke="#ffffff" stroke-width="2"/>
            """
    }

    private var grid: String {
        let step: Double = Self.steps.first { span.longitude / $0 <= 8 && span.latitude / $0 <= 6 } ?? 90
        let meridians: String = Self.lines(from: west, span.longitude, every: step).map { longitude in
            let (x, bottom): (String, String) = (Self.text(x(longitude)), Self.text(Self.size.height - Self.size.margin + 18))
            return """
                <path d="M\(x) 0V\(Self.text(Self.size.height - Self.size.margin))"/>\
                <text x="\(x)" y="\(bottom)" text-anchor="middle" stroke="none">\(Self.degrees(Self.wound(longitude), step, "E", "W"))</text>
                """
        }.joined()
        let parallels: String = Self.lines(from: south, span.latitude, every: step).filter { abs($0) <= 90 }.map { latitude in
            let y: String = Self.text(y(latitude))
            return """
                <path d="M\(Self.text(Self.size.margin)) \(y)H\(Self.text(Self.size.width))"/>\
                <text x="4" y="\(Self.text(self.y(latitude) - 4))" stroke="none">\(Self.degrees(latitude, step, "N", "S"))</text>
                """
        }.joined()
        return meridians + parallels
    }

    private func x(_ longitude: Double) -> Double {
        Self.size.margin + (longitude - west) / span.longitude * (Self.size.width - 2 * Self.size.margin)
    }

    private func y(_ latitude: Double) -> Double {
        Self.size.height - Self.size.margin - (latitude - south) / span.latitude * (Self.size.height - 2 * Self.size.margin)
    }
}

extension WayDrawing {
    /// The same points, with longitudes that go on beyond 180 degrees instead of beginning anew.
    private static func unwound(_ path: [CoordinateDomainModel]) -> [CoordinateDomainModel] {
        var turns: Double = 0
        var last: Double?
        return path.map { point in
            if let last {
                if point.longitude - last > 180 { turns -= 360 }
                if point.longitude - last < -180 { turns += 360 }
            }
            last = point.longitude
            return CoordinateDomainModel(latitude: point.latitude, longitude: point.longitude + turns)
        }
    }

    /// A longitude as it is said, from -180 to 180.
    private static func wound(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    /// Multiples of the step from `start` on.
    private static func lines(from start: Double, _ length: Double, every step: Double) -> [Double] {
        let (first, last): (Int, Int) = (Int((start / step).rounded(.up)), Int(((start + length) / step).rounded(.down)))
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    /// 42.36° N, with as many digits as the step has.
    private static func degrees(_ value: Double, _ step: Double, _ positive: String, _ negative: String) -> String {
        let thousandths: Int = Int((abs(value) * 1_000).rounded())
        let digits: String = "\(thousandths % 1_000 + 1_000)".dropFirst().prefix(step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0)
            .description
        let direction: String = thousandths % 180_000 == 0 ? "" : " \(value < 0 ? negative : positive)"
        return "\(thousandths / 1_000)\(digits.isEmpty ? "" : ".")\(digits)°\(direction)"
    }

    /// A number of the picture, to a tenth.
    private static func text(_ value: Double) -> String {
        let tenths: Int = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// The cosine of so many degrees from -90 to 90, to a hundredth: enough for the shape of a picture (Bhaskara I's approximation).
    private static func cosine(_ degrees: Double) -> Double {
        let square: Double = degrees * degrees
        return (32_400 - 4 * square) / (32_400 + square)
    }
}
