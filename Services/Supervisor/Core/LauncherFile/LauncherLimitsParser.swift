import Yams

/// Reads `limits:` of a launcher file.
struct LauncherLimitsParser {
    /// Below these no program starts.
    private static let leastMemory: Int = 8 << 20
    private static let leastFiles: Int = 16
    private static let mostFiles: Int = 1 << 30
    /// The most processes that Linux can number.
    private static let mostProcesses: Int = 1 << 22

    private(set) var reading: YAMLReading
    private let owner: String
    private var limits: ChildLimits = ChildLimits()

    init(of vertical: String, reading: YAMLReading) {
        owner = "limits of \(vertical)"
        self.reading = reading
    }

    mutating func parse(_ node: Node) -> ChildLimits {
        let entries: [String: (key: Node, value: Node)] = reading.entries(
            node, of: owner, known: ChildLimits.Key.allCases.map(\.rawValue))
        for key: ChildLimits.Key in ChildLimits.Key.allCases {
            guard let entry: (key: Node, value: Node) = entries[key.rawValue] else { continue }
            limits.lines[key] = entry.key.mark?.line ?? 0
            switch key {
            case .memory: limits.memory = memory(entry.value)
            case .files: limits.files = number(entry.value, key, Self.leastFiles...Self.mostFiles)
            case .processes: limits.processes = number(entry.value, key, 1...Self.mostProcesses)
            case .nice: limits.nice = number(entry.value, key, -20...19)
            case .cpuWeight: limits.cpuWeight = number(entry.value, key, 1...10_000)
            }
        }
        return limits
    }

    private mutating func memory(_ node: Node) -> Int? {
        if case .scalar(let scalar) = node, let bytes: Int = ByteCountText.parse(scalar.string), bytes >= Self.leastMemory {
            return bytes
        }
        reading.report(
            node,
            "memory in \(owner): expected \(ByteCountText.format(Self.leastMemory)) or more, such as 256MB or 1GB, found \(reading.kind(node))"
        )
        return nil
    }

    private mutating func number(_ node: Node, _ key: ChildLimits.Key, _ range: ClosedRange<Int>) -> Int? {
        if case .scalar(let scalar) = node, let value: Int = Int(scalar.string), range.contains(value) { return value }
        reading.report(
            node,
            "\(key.rawValue) in \(owner): expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(reading.kind(node))"
        )
        return nil
    }
}
