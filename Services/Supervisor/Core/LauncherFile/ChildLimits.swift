/// How much of the machine one child may take; nil where the launcher file says nothing.
public struct ChildLimits: Hashable, Sendable {
    /// What stands in a launcher file.
    public enum Key: String, Sendable, CaseIterable {
        case memory
        case files
        case processes
        case nice
        case cpuWeight = "cpu-weight"
    }

    /// Bytes of private memory.
    public var memory: Int? = nil
    /// One more than the highest descriptor.
    public var files: Int? = nil
    /// Processes and threads, with all that it starts.
    public var processes: Int? = nil
    /// From -20, which takes the processor from others, to 19, which gives way.
    public var nice: Int? = nil
    /// The share of a busy processor, from 1 to 10,000; others have 100.
    public var cpuWeight: Int? = nil
    /// The lines of what the file says.
    public var lines: [Key: Int] = [:]

    public init() {}
}
