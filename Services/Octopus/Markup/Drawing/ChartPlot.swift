import ColonnadeContract
import ColonnadeSystemIO

/// Where the points of a chart lie in its drawing.
struct ChartPlot {
    static let width: Double = 480
    static let height: Double = 240
    static let left: Double = 52
    static let right: Double = 468
    static let top: Double = 12
    static let bottom: Double = 208

    /// The values that have a line, from the least to the most.
    let ticks: Ticks
    /// Moments in equal steps, from the first to the last.
    let moments: [Date]
    private let times: ClosedRange<Double>
    private let values: ClosedRange<Double>

    /// Nil where no point can be drawn.
    init?(_ chart: ScreenChart) {
        let points: [ScreenChartPoint] = chart.series.flatMap(\.points).filter(\.canBeDrawn)
        guard let first: Double = points.map(\.time).min(), let last: Double = points.map(\.time).max(),
            let least: Double = points.map(\.value).min(), let most: Double = points.map(\.value).max()
        else { return nil }
        times = last > first ? first...last : (first - 43_200)...(first + 43_200)
        let room: Double = most > least ? (most - least) * 0.08 : max(abs(most) * 0.1, 1)
        values = (least - room)...(most + room)
        ticks = Ticks(from: least - room, to: most + room, about: 5)
        let count: Int = last > first ? 4 : 1
        moments =
            count == 1
            ? [Date(timeIntervalSince1970: first)]
            : (0..<count).map {
                Date(timeIntervalSince1970: first + (last - first) * Double($0) / Double(count - 1))
            }
    }

    /// Whether the axis of time says the year.
    var isLong: Bool { times.upperBound - times.lowerBound > 300 * 86_400 }

    func x(_ moment: Date) -> Double {
        Self.left + (moment.timeIntervalSince1970 - times.lowerBound) / (times.upperBound - times.lowerBound) * (Self.right - Self.left)
    }

    func y(_ value: Double) -> Double {
        Self.bottom - (value - values.lowerBound) / (values.upperBound - values.lowerBound) * (Self.bottom - Self.top)
    }
}

extension ScreenChartPoint {
    var time: Double { moment.timeIntervalSince1970 }

    /// Numbers beyond these leave no room for a scale.
    var canBeDrawn: Bool { moment.isSensible && value.isFinite && abs(value) < 1e15 }
}
