/// What a handover may have at most: it is read like anything that comes from elsewhere.
public enum HandoverLimits {
    /// How a handover is read by this program.
    public static let version: Int = 1
    /// Its length in bytes. A suite of 500 verticals with contracts of 8 KiB each takes a quarter of it.
    public static let bytes: Int = 16 << 20
    /// Restarts within a window; launcher files ask for a few.
    static let restarts: Int = 10_000
    /// The longest that a timer may still have: more than any policy asks for.
    static let timer: Duration = .seconds(30 * 24 * 3_600)
}
