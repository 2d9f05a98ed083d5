/// What is held against a child that ends by itself, or for it.
struct RestartRecord: Sendable {
    /// Ends in a row that came before the child had settled.
    var quickFailures: Int = 0
    /// How often it has failed since it was last well for as long as the window.
    var failures: Int = 0
    /// When it was restarted, within the window.
    var recentRestarts: [Duration] = []
    /// Whether its process is a try after it had failed, and has not settled.
    var isOnTrial: Bool = false

    /// It is tried again after it had failed.
    mutating func noteRetry(now: Duration) {
        isOnTrial = true
        recentRestarts.append(now)
    }

    /// It ended by itself, and is to be restarted.
    /// - Parameters:
    ///   - uptime: how long it was ready; zero where it never was.
    ///   - ruling: where a group counts, this record does not.
    /// - Returns: nil where it may be; else what there is to say beside how it ended.
    mutating func noteEnd(after uptime: Duration, now: Duration, policy: ChildPolicy, ruling: GroupRuling = .none) -> String? {
        let hasSettled: Bool = uptime >= policy.settledAfter
        quickFailures = hasSettled ? 0 : quickFailures + 1
        if hasSettled { isOnTrial = false }
        if uptime >= policy.window { failures = 0 }
        recentRestarts = recentRestarts.filter { now - $0 < policy.window }
        switch ruling {
        case .none: break
        case .counted, .renewed: return nil
        case .failed(_, _, let reason): return "; \(reason)"
        }
        if isOnTrial { return ", when it was tried again" }
        guard recentRestarts.count < policy.maximumRestarts else {
            return "; restarted \(recentRestarts.count) times within \(policy.window)"
        }
        recentRestarts.append(now)
        return nil
    }
}
