/// Whose a child's process is to be, as its launcher file says.
public struct ChildUser: Hashable, Sendable {
    /// Which user.
    public enum Choice: Hashable, Sendable {
        /// One of its own, which the supervisor chooses from a range.
        case allotted
        /// An account of the system.
        case named(String)
        /// The supervisor's.
        case same
    }

    /// The word that stands for the supervisor's own user.
    static let same: String = "same"

    public var choice: Choice = .allotted
    /// The line that says so; 0 where none does.
    public var line: Int = 0
    /// A group of the system; nil for the account's first, or for one of its own.
    public var group: String? = nil
    public var groupLine: Int = 0

    public init() {}
}

/// The numbers from which users are allotted, of users and groups alike.
public struct UserRange: Hashable, Sendable {
    /// What systemd and Debian both leave alone: below lie systemd's DynamicUser= (61184 to 65519) and what 16 bits hold, above, from 100000,
    /// the numbers that Debian gives to people's containers (subuid(5)). See systemd.io/UIDS-GIDS and section 9.2 of Debian's policy.
    public static let standard: UserRange = UserRange(from: 70_000, count: 16_384, line: 0)
    /// The lowest that a range may have: those below are the system's own.
    static let lowest: Int = 1_000
    /// The highest: the two above mean something else to many programs.
    static let highest: Int = 4_294_967_293
    /// The longest range, which is as many as a container of a usual kind has.
    static let longest: Int = 65_536
    /// Nobody, and no number at all in 16 bits.
    static let reserved: ClosedRange<Int> = 65_534...65_535

    public let from: UInt32
    /// 1 or more.
    public let count: Int
    /// The line of the launcher file; 0 for what holds without one.
    public let line: Int

    public init(from: UInt32, count: Int, line: Int) {
        self.from = from
        self.count = count
        self.line = line
    }

    public var last: UInt32 { from + UInt32(count - 1) }

    func contains(_ number: UInt32) -> Bool { number >= from && number <= last }
}
