/// Where a child is in its life.
public enum ChildState: String, Sendable, CaseIterable {
    case stopped
    /// For what it uses.
    case waiting
    case starting
    case ready
    /// SIGTERM was sent, or the child said by itself that it goes.
    case draining
    /// A signal was sent that ends it at once.
    case stopping
    case backingOff = "backing off"
    /// It is left alone, for a while or for good.
    case failed
}

/// How a process ended.
public enum ChildExit: Hashable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)

    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let number): "was ended by signal \(number)\(Self.names[number].map { " (\($0))" } ?? "")"
        }
    }

    private static let names: [Int32: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
        11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 31: "SIGSYS",
    ]
}

/// What may happen to a child.
public enum ChildEvent: Hashable, Sendable {
    /// Somebody wants it to run.
    case start
    /// Somebody wants it not to run.
    case stop
    /// Somebody wants another process of it.
    case restart
    /// What it uses is ready.
    case dependenciesReady
    case spawned(pid: Int32)
    case spawnFailed(String)
    /// No process could be made now, because descriptors or memory are lacking: it is not the child's fault.
    case spawnDelayed(String)
    /// Its program has changed, and may not run beside the others.
    case programRefused(String)
    /// It said READY=1.
    case notifiedReady
    /// It said STOPPING=1.
    case notifiedStopping
    /// It said WATCHDOG=1.
    case notifiedAlive
    case exited(ChildExit)
    case timer(ChildTimer)
}

/// The timers of a child; each runs at most once at a time.
public enum ChildTimer: String, Hashable, Sendable, CaseIterable {
    case start
    case grace
    case watchdog
    case backoff
    /// Until what has failed is tried again.
    case retry

    /// A timer that comes so much too late says that this process stood still (stopped by a signal, a suspended machine), and not
    /// that the child did.
    private static let standstill: Duration = .seconds(1)

    /// Whether the child gets its time once more where the timer comes late: it may have stood still as well, or what it said waits to be
    /// read. A timer that only ends a pause has come.
    public func isToRunAgain(late: Duration) -> Bool {
        switch self {
        case .start, .grace, .watchdog: late > Self.standstill
        case .backoff, .retry: false
        }
    }
}

/// What is to be done for a child.
public enum ChildAction: Hashable, Sendable {
    /// Start a process, and say `spawned`, `spawnFailed`, `spawnDelayed` or `programRefused`.
    case spawn(generation: UInt64)
    case signal(ChildSignal)
    /// Start the timer, anew where it runs.
    case arm(ChildTimer, Duration)
    case disarm(ChildTimer)
    /// It ended by itself.
    case crashed(String)

    /// Whether a process is started.
    var isSpawn: Bool { if case .spawn = self { true } else { false } }
}

/// The signals that a child is sent.
public enum ChildSignal: String, Hashable, Sendable {
    /// SIGTERM: drain and go.
    case terminate
    /// SIGABRT: go at once, and leave a trace.
    case abort
    /// SIGKILL.
    case kill
}

extension ChildMachine {
    /// What follows when the process has ended.
    enum Ending: Hashable, Sendable {
        case stop
        case restart
        /// The policy decides; the child did not end in order.
        case crash(String)
        /// The policy decides; the child went by itself.
        case byItself
    }
}
