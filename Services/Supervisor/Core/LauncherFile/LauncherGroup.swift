/// Verticals, and other groups, whose fates are tied: a supervisor in OTP's sense.
public struct LauncherGroup: Sendable, Hashable {
    /// What becomes of the others when one ends by itself, as in OTP.
    public enum Strategy: String, Sendable, CaseIterable {
        case oneForOne = "one-for-one"
        case oneForAll = "one-for-all"
        /// Those that stand behind it in `members`.
        case restForOne = "rest-for-one"
    }

    /// More restarts than this in this time, and the group itself has failed.
    public struct Intensity: Sendable, Hashable {
        public var restarts: Int
        public var window: Duration

        public init(restarts: Int, window: Duration) {
            self.restarts = restarts
            self.window = window
        }
    }

    /// What becomes of a group that has failed.
    public enum Failed: String, Sendable, CaseIterable {
        /// It is tried again after a while, then more rarely: launchd's way.
        case retry
        /// It stays down until somebody starts it.
        case stay
        /// The suite goes down: OTP's way.
        case down
    }

    /// Groups in a launcher file, at whatever depth.
    public static let largestCount: Int = 64
    /// Groups around a vertical.
    public static let deepest: Int = 8
    /// Restarts that a group may count at most: the times of all of them are kept.
    public static let mostRestarts: Int = 1_000

    public let name: String
    public let strategy: Strategy
    /// Names of verticals and of other groups.
    public var members: [String]
    /// Nil where each member counts for itself.
    public var intensity: Intensity? = nil
    /// Nil where the group around it begins it anew; where there is none around it, that is ``Failed/retry``.
    public var failed: Failed? = nil
    public var line: Int = 0

    public init(name: String, strategy: Strategy, members: [String], intensity: Intensity? = nil, failed: Failed? = nil) {
        self.name = name
        self.strategy = strategy
        self.members = members
        self.intensity = intensity
        self.failed = failed
    }

    /// What the file says of it, wherever that stands.
    public static func == (one: LauncherGroup, other: LauncherGroup) -> Bool {
        one.name == other.name && one.strategy == other.strategy && one.members == other.members && one.intensity == other.intensity
            && one.failed == other.failed
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(members)
    }
}
