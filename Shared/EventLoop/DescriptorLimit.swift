import Glibc

/// How many descriptors this process may have open.
public enum DescriptorLimit {
    /// The current limit and how far it can be raised; nil if the system does not say.
    public static var current: SpawnRequest.Limit? {
        var limit: rlimit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return SpawnRequest.Limit(.openFiles, UInt64(limit.rlim_cur), hard: UInt64(limit.rlim_max))
    }

    /// Raises the limit to the highest that the system allows this process. The usual default of 1,024 only protects programs
    /// that use select(2), which a loop does not use; and a daemon needs a descriptor for each connection.
    /// - Returns: the limit in force now.
    @discardableResult
    public static func raise() -> Int {
        var limit: rlimit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        let before: rlim_t = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        let isRaised: Bool = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_max : before)
    }
}
