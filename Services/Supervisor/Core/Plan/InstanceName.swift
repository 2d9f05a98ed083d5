/// The name of one of the processes that share a vertical's sockets: `maps-grid@2` is the second. The first has the vertical's own name, for
/// it is there whether others are or not; it is shown, and may be named, as `maps-grid@1`.
public struct InstanceName: Hashable, Sendable {
    /// No vertical's name has it.
    private static let mark: Character = "@"

    public let vertical: String
    /// From 1.
    public let number: Int

    public init(_ vertical: String, _ number: Int) {
        self.vertical = vertical
        self.number = number
    }

    /// Reads a name in either form. One that has no number behind the mark is a vertical's that nobody has.
    public init(_ name: String) {
        let parts: [Substring] = name.split(separator: Self.mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number: Int = Int(parts[1]), number >= 1, "\(number)" == parts[1] else {
            self.init(name, 1)
            return
        }
        self.init(String(parts[0]), number)
    }

    /// The vertical of a process.
    public static func vertical(of name: String) -> String { InstanceName(name).vertical }

    /// Whether it is the first, or only, process of its vertical.
    public var isFirst: Bool { number == 1 }

    /// By this the process is known to the suite.
    public var name: String { isFirst ? vertical : numbered }

    /// The name with the number, the first one's too.
    public var numbered: String { "\(vertical)\(Self.mark)\(number)" }
}

extension SuitePlan {
    /// What is started: each vertical as often as it has instances, the first ones first.
    public var processes: [Vertical] { verticals.flatMap(\.processes) }

    /// The names of what is started, as people see them: where there are several, the first has its number too.
    public var shownNames: [String] {
        verticals.flatMap { vertical in
            vertical.launcher.instances > 1
                ? (1...vertical.launcher.instances).map { InstanceName(vertical.name, $0).numbered } : [vertical.name]
        }
    }
}

extension SuitePlan.Vertical {
    /// Whether several processes of it may serve at the same time.
    public var isShared: Bool { description.concurrency == .shared && launcher.program == nil }

    /// Its processes, each as a vertical of one.
    public var processes: [SuitePlan.Vertical] {
        (1...launcher.instances).map { number in
            var launcher: LauncherVertical = launcher
            launcher.name = number == 1 ? name : InstanceName(name, number).name
            launcher.instances = 1
            return SuitePlan.Vertical(launcher: launcher, executable: executable, description: description, identity: identity)
        }
    }
}
