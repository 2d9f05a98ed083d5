import Colonnade
import MapsDomain
import Testing

@testable import MapsDataDomainInterface
@testable import MapsPresentation

@Suite("Drawing a way", .timeLimit(.minutes(2)))
struct WayDrawingTests {
    @Test("any way on the earth is drawn inside the picture, in bounds", arguments: 0..<300)
    func anywhere(seed: Int) throws {
        var random: SeededGenerator = SeededGenerator(seed: UInt64(seed))
        let from: CoordinateDomainModel = random.coordinate()
        let to: CoordinateDomainModel = seed % 3 == 0 ? random.coordinate(near: from) : random.coordinate()
        try check(from, to)
    }

    @Test(
        "also where the earth is special",
        arguments: [
            ((90.0, 0.0), (-90.0, 0.0)), ((0, 179.9), (0, -179.9)), ((0, -179.9), (0, 179.9)), ((90, 10), (90, -170)), ((0, 0), (0, 0)),
            ((0, 0), (0, 180)), ((89.9, -90), (89.9, 90)), ((-90, 0), (0, 0)), ((42.36, -71.06), (42.360001, -71.06)),
            ((0, 180), (0, -180)),
        ])
    func special(_ from: (Double, Double), _ to: (Double, Double)) throws {
        try check(
            CoordinateDomainModel(latitude: from.0, longitude: from.1), CoordinateDomainModel(latitude: to.0, longitude: to.1))
    }

    @Test("a way over the antimeridian is one line, and not twice round the earth")
    func antimeridian() throws {
        let svg: String = drawing(
            CoordinateDomainModel(latitude: -17, longitude: 179), CoordinateDomainModel(latitude: -14, longitude: -179))
        let xs: [Double] = try points(svg).map(\.0)
        #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 < $1 })
        #expect(svg.contains("179° E") && svg.contains("179° W") && svg.contains("16° S"))
    }

    private func check(_ from: CoordinateDomainModel, _ to: CoordinateDomainModel) throws {
        let svg: String = drawing(from, to)
        #expect(svg.utf8.count < 8_192)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        #expect(isWellFormed(svg))
        for (x, y): (Double, Double) in try points(svg) { #expect((0...640).contains(x) && (0...400).contains(y)) }
        let lines: Int = svg.count { $0 == "V" } + svg.count { $0 == "H" }
        #expect((1...16).contains(lines), "\(lines) lines in the grid")
    }

    /// Whether each element that begins ends, in order, and nothing else looks like one.
    private func isWellFormed(_ svg: String) -> Bool {
        var open: [Substring] = []
        for tag: Regex<(Substring, Substring, Substring, Substring)>.Match in svg.matches(
            of: #/<(\/?)([a-z]+)(?: [a-zA-Z0-9-]+="[^"<>&]*")*(\/?)>/#)
        {
            if tag.output.3 == "/" { continue }
            if tag.output.1.isEmpty { open.append(tag.output.2) } else if open.popLast() != tag.output.2 { return false }
        }
        let rest: String = svg.replacing(#/<\/?[a-z]+(?: [a-zA-Z0-9-]+="[^"<>&]*")*\/?>/#, with: "")
        return open.isEmpty && !rest.contains("<") && !rest.contains(">") && !rest.contains("&")
    }

    private func drawing(_ from: CoordinateDomainModel, _ to: CoordinateDomainModel) -> String {
        WayDrawing(path: GreatCircle().path(from: from, to: to)).svg
    }

    private func points(_ svg: String) throws -> [(Double, Double)] {
        let match: Regex<(Substring, Substring)>.Match = try #require(svg.firstMatch(of: #/points="([^"]*)"/#))
        return try match.output.1.split(separator: " ").map { pair in
            let numbers: [Double] = pair.split(separator: ",").compactMap { Double($0) }
            try #require(numbers.count == 2)
            return (numbers[0], numbers[1])
        }
    }
}

@Suite("The points of a way")
struct WayPathTests {
    @Test("they lie on the way, in even steps", arguments: 0..<100)
    func even(seed: Int) {
        var random: SeededGenerator = SeededGenerator(seed: UInt64(seed))
        let (from, to): (CoordinateDomainModel, CoordinateDomainModel) = (random.coordinate(), random.coordinate())
        let circle: GreatCircle = GreatCircle()
        let path: [CoordinateDomainModel] = circle.path(from: from, to: to, steps: 8)
        #expect(path.count == 9 && path.first == from && path.last == to && path.allSatisfy(\.isOnEarth))
        let step: Double = circle.distance(from: from, to: to) / 8
        for (one, next): (CoordinateDomainModel, CoordinateDomainModel) in zip(path, path.dropFirst()) {
            #expect(abs(circle.distance(from: one, to: next) - step) < 1)
        }
    }

    @Test("there is one where nobody has to go, and none between where every way is the shortest")
    func ends() {
        let here: CoordinateDomainModel = CoordinateDomainModel(latitude: 10, longitude: 20)
        let there: CoordinateDomainModel = CoordinateDomainModel(latitude: -10, longitude: -160)
        #expect(GreatCircle().path(from: here, to: here) == [here])
        #expect(GreatCircle().path(from: here, to: there) == [here, there])
    }
}

extension SeededGenerator {
    fileprivate mutating func coordinate() -> CoordinateDomainModel {
        CoordinateDomainModel(latitude: .random(in: -90...90, using: &self), longitude: .random(in: -180...180, using: &self))
    }

    fileprivate mutating func coordinate(near other: CoordinateDomainModel) -> CoordinateDomainModel {
        CoordinateDomainModel(
            latitude: max(-90, min(90, other.latitude + .random(in: -0.1...0.1, using: &self))),
            longitude: max(-180, min(180, other.longitude + .random(in: -0.1...0.1, using: &self))))
    }
}
