/// The life of one child as a state machine: an event comes in, actions come out, and nothing else happens.
///
/// Invariants: there is at most one process, the one whose end was not yet reported (`hasProcess`); only `starting`, `ready`,
/// `draining` and `stopping` have one; `waiting` and `backingOff` end in a start, or because somebody said `stop`. In `ready` the
/// watchdog runs where there is one; in `failed` the timer of the next try does, unless the policy lets it stay.
public struct ChildMachine: Sendable {
    private static let retryWords: String = "; is tried again after"

    public internal(set) var policy: ChildPolicy
    public internal(set) var state: ChildState = .stopped
    /// Counts processes, from 1; 0 before the first.
    public internal(set) var generation: UInt64 = 0
    /// Restarts without anybody having asked.
    public internal(set) var restarts: Int = 0
    /// The process's id; nil where there is none, or it is being made.
    public internal(set) var pid: Int32? = nil
    /// Why the child is in this state.
    public internal(set) var reason: String? = nil
    /// What the last event is to its group; nil where it concerns nobody else.
    public private(set) var concern: GroupConcern? = nil
    /// Whether a process was asked for whose end was not reported yet.
    public internal(set) var hasProcess: Bool = false

    /// The last number that was given to a process of the vertical, here or beside this one.
    var lastGeneration: UInt64 = 0
    /// When the process said that it is ready.
    var readySince: Duration? = nil
    var record: RestartRecord = RestartRecord()
    /// Where it has failed: whether it is tried again.
    var isTriedAgain: Bool = false
    /// Where it has failed with a group: that group, which decides it.
    var failedGroup: String? = nil
    /// What its groups say to a restart now; holds for one event.
    var ruling: GroupRuling = .none
    /// Whether the start under way waited for providers. After a crash a child comes back whether or not they are there.
    var startsBehindProviders: Bool = false
    var ending: Ending = .stop

    public init(policy: ChildPolicy) {
        self.policy = policy
    }

    /// Whether somebody who calls it now waits for nobody: it does not run, and will not by itself.
    public var isDown: Bool { state == .stopped || state == .failed }

    /// Whether it is on its way down for good.
    public var isLeaving: Bool { (state == .draining || state == .stopping) && ending == .stop }

    /// Takes one event.
    /// - Parameters:
    ///   - now: time since any fixed moment.
    ///   - random: where the jitter of pauses comes from.
    /// - Returns: what is to be done, in this order.
    public mutating func handle(
        _ event: ChildEvent, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        concern = nil
        return switch state {
        case .stopped: whenStopped(event)
        case .failed: whenFailed(event, now: now)
        case .waiting: whenWaiting(event)
        case .starting: whenStarting(event, now: now, random: &random)
        case .ready: whenReady(event, now: now, random: &random)
        case .draining, .stopping: whenEnding(event, now: now, random: &random)
        case .backingOff: whenBackingOff(event)
        }
    }

    // MARK: Without a process

    private mutating func whenStopped(_ event: ChildEvent) -> [ChildAction] {
        if event == .start || event == .restart {
            record = RestartRecord()
            enter(.waiting)
        }
        return []
    }

    private mutating func whenFailed(_ event: ChildEvent, now: Duration) -> [ChildAction] {
        switch event {
        case .timer(.retry):
            restarts += 1
            record.noteRetry(now: now)
            enter(.waiting)
            return []
        case .start, .restart:
            record = RestartRecord()
            enter(.waiting)
            return [.disarm(.retry)]
        case .stop:
            enter(.stopped)
            return [.disarm(.retry)]
        default: return []
        }
    }

    private mutating func whenWaiting(_ event: ChildEvent) -> [ChildAction] {
        switch event {
        case .dependenciesReady:
            startsBehindProviders = true
            return spawn()
        case .stop: enter(.stopped)
        default: break
        }
        return []
    }

    private mutating func whenBackingOff(_ event: ChildEvent) -> [ChildAction] {
        switch event {
        case .timer(.backoff):
            // A provider may have gone while memory or descriptors were lacking.
            return startsBehindProviders ? stay(.waiting) : spawn()
        case .start, .restart:
            enter(.waiting)
            return [.disarm(.backoff)]
        case .stop:
            enter(.stopped)
            return [.disarm(.backoff)]
        default: return []
        }
    }

    // MARK: With a process

    private mutating func whenStarting(
        _ event: ChildEvent, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        switch event {
        case .spawned(let number):
            pid = number
            return []
        case .notifiedReady:
            enter(.ready)
            readySince = now
            return [.disarm(.start)] + armWatchdog()
        case .timer(.start):
            let text: String = "was not ready within \(policy.startTimeout)"
            enter(.stopping, text)
            ending = .crash(text)
            return [.signal(.kill)]
        case .spawnFailed(let text): return [.disarm(.start)] + ended(.crash(text), now: now, random: &random)
        case .spawnDelayed(let text):
            withoutProcess()
            lastGeneration -= 1
            generation = lastGeneration
            enter(.backingOff, text)
            return [.disarm(.start), .arm(.backoff, policy.shortagePause)]
        case .programRefused(let text):
            withoutProcess()
            if policy.restart != .temporary { concern = .loss }
            return [.disarm(.start), .crashed(text)] + fail(text, in: .none)
        case .exited(let exit):
            let text: String = "\(exit) before it was ready"
            return [.disarm(.start)] + ended(.crash(text), now: now, random: &random)
        case .stop, .restart: return [.disarm(.start)] + drain(event == .stop ? .stop : .restart)
        default: return []
        }
    }

    private mutating func whenReady(
        _ event: ChildEvent, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        switch event {
        case .notifiedAlive: return armWatchdog()
        case .timer(.watchdog):
            let text: String = "gave no sign of life for \(policy.watchdog ?? .zero)"
            enter(.stopping, text)
            ending = .crash(text)
            return [.signal(.abort), .arm(.grace, policy.abortGrace)]
        case .notifiedStopping:
            enter(.draining, "it goes by itself")
            ending = policy.goesWhenIdle ? .stop : .byItself
            return [.disarm(.watchdog), .arm(.grace, policy.stopGrace)]
        case .stop, .restart: return [.disarm(.watchdog)] + drain(event == .stop ? .stop : .restart)
        case .exited(let exit):
            let ending: Ending = exit == .exited(0) ? .byItself : .crash("\(exit)")
            return [.disarm(.watchdog)] + ended(ending, now: now, random: &random)
        default: return []
        }
    }

    private func armWatchdog() -> [ChildAction] { policy.watchdog.map { [.arm(.watchdog, $0)] } ?? [] }

    private mutating func drain(_ next: Ending) -> [ChildAction] {
        enter(.draining)
        ending = next
        return [.signal(.terminate), .arm(.grace, policy.stopGrace)]
    }

    private mutating func whenEnding(
        _ event: ChildEvent, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        switch event {
        case .spawned(let number):
            // The signal was sent to nobody: it comes after the process.
            pid = number
            return [.signal(state == .draining ? .terminate : .kill)]
        case .stop:
            let wasByItself: Bool = state == .draining && ending == .byItself
            ending = .stop
            return wasByItself ? drain(.stop) : []
        case .restart where ending == .byItself:
            ending = .restart
            return state == .draining ? drain(.restart) : []
        case .start where ending == .stop || ending == .byItself, .restart where ending == .stop:
            ending = .restart
            return []
        // It is on its way out for a fault of its own: what follows is what somebody wants. One that comes back anyway is counted.
        case .restart, .start:
            if case .crash = ending, event == .restart || policy.restart == .temporary { ending = .restart }
            return []
        case .timer(.grace):
            if case .crash = ending {} else { reason = "did not end within \(policy.stopGrace)" }
            state = .stopping
            return [.signal(.kill)]
        case .exited(let exit):
            var final: Ending = ending
            if final == .byItself, exit != .exited(0) { final = .crash("\(exit)") }
            return [.disarm(.grace)] + ended(final, now: now, random: &random)
        case .spawnFailed, .spawnDelayed, .programRefused: return [.disarm(.grace)] + ended(ending, now: now, random: &random)
        default: return []
        }
    }

    // MARK: Starts and ends

    private mutating func spawn() -> [ChildAction] {
        precondition(!hasProcess, "a second process of one vertical")
        enter(.starting)
        lastGeneration += 1
        generation = lastGeneration
        hasProcess = true
        readySince = nil
        return [.arm(.start, policy.startTimeout), .spawn(generation: generation)]
    }

    private mutating func ended(
        _ ending: Ending, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        withoutProcess()
        switch ending {
        case .stop: return stay(.stopped)
        case .restart:
            record = RestartRecord()
            enter(.waiting)
            return []
        case .byItself:
            guard policy.restart == .permanent else { return stay(.stopped, "it went by itself") }
            concern = .restart
            return restart("exited with status 0", now: now, random: &random)
        case .crash(let text):
            guard policy.restart != .temporary else {
                enter(.failed, text)
                return [.crashed(text)]
            }
            concern = .restart
            return [.crashed(text)] + restart(text, now: now, random: &random)
        }
    }

    private mutating func restart(
        _ text: String, now: Duration, random: inout some RandomNumberGenerator
    ) -> [ChildAction] {
        let uptime: Duration = readySince.map { now - $0 } ?? .zero
        if let trouble: String = record.noteEnd(after: uptime, now: now, policy: policy, ruling: ruling) {
            return fail(text + trouble, in: ruling)
        }
        restarts += 1
        // With its whole group it begins anew, behind what it uses, like all others of that; else it comes back at once.
        startsBehindProviders = ruling.isRenewal
        let pause: Duration = policy.backoff(quickFailure: record.quickFailures, random: &random)
        guard pause > .zero else {
            guard !ruling.isRenewal else { return stay(.waiting) }
            let actions: [ChildAction] = spawn()
            reason = text
            return actions
        }
        enter(.backingOff, text)
        return [.arm(.backoff, pause)]
    }

    /// Leaves the child alone, for a while or for good.
    private mutating func fail(_ text: String, in ruling: GroupRuling) -> [ChildAction] {
        let pause: Duration? = policy.retryPause(after: record.failures, failed: ruling.failed)
        enter(.failed, text)
        if case .failed(_, let group, _) = ruling { failedGroup = group }
        guard let pause else { return [] }
        record.failures += 1
        return tryAgain(after: pause)
    }

    private mutating func tryAgain(after pause: Duration) -> [ChildAction] {
        isTriedAgain = true
        reason = "\(reason ?? "has failed")\(Self.retryWords) \(pause), or by `start`"
        return [.arm(.retry, pause)]
    }

    /// Another launcher file says what becomes of those that have failed.
    /// - Parameter failed: what the group says with which it has failed; nil where that is its own affair.
    mutating func govern(failed: ChildPolicy.Failed?) -> [ChildAction] {
        let pause: Duration? = policy.retryPause(after: 0, failed: failed)
        guard state == .failed, (pause != nil) != isTriedAgain else { return [] }
        if let pause { return tryAgain(after: pause) }
        isTriedAgain = false
        if let text: String = reason, let end: Range<String.Index> = text.firstRange(of: Self.retryWords) {
            reason = String(text[..<end.lowerBound])
        }
        return [.disarm(.retry)]
    }

    private mutating func withoutProcess() {
        hasProcess = false
        pid = nil
    }

    private mutating func stay(_ next: ChildState, _ why: String? = nil) -> [ChildAction] {
        enter(next, why)
        return []
    }

    private mutating func enter(_ next: ChildState, _ why: String? = nil) {
        state = next
        reason = why
        isTriedAgain = false
        failedGroup = nil
    }
}
