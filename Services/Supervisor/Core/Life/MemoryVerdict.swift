/// Whether a process ended because it was given no more memory, as far as that can be known: the kernel says nothing of a limit that
/// was reached, and only refuses what is asked for beyond it.
public enum MemoryVerdict {
    /// What programs say that are refused memory: Swift's runtime, Python, C++, and strerror(ENOMEM).
    private static let words: [String] = [
        "Fatal error: failed to allocate", "MemoryError", "std::bad_alloc", "Cannot allocate memory", "out of memory", "Out of memory",
    ]

    /// What is certain, where the kernel counts by control groups.
    /// - Parameter kills: how often it has ended processes of the group for lack of memory.
    public static func reason(limit: Int?, kills: Int) -> String? {
        guard kills > 0, let limit else { return nil }
        return "was ended by the kernel, because it went over its memory limit of \(ByteCountText.format(limit))"
    }

    /// - Parameters:
    ///   - limit: the bytes that the process might have had; nil where there was no limit.
    ///   - peak: the most that it had at once; nil where that is not known.
    ///   - log: its last lines.
    /// - Returns: a clause for its report; nil where nothing points to the limit.
    public static func reason(limit: Int?, peak: Int?, log: [String]) -> String? {
        guard let limit else { return nil }
        let text: String = ByteCountText.format(limit)
        if log.contains(where: { line in words.contains { line.contains($0) } }) {
            return "was given no more memory: its limit is \(text)"
        }
        // Stacks count against the limit that were never touched, so a process may reach it with less in use.
        guard let peak, peak >= limit - limit / 8 else { return nil }
        return "had \(peak >> 20) MB of memory, and its limit is \(text): it was probably given no more"
    }
}
