extension ChildMachine {
    /// Whether a state has a process whose end was not yet reported: the machine's own invariant.
    private static func hasProcess(_ state: ChildState) -> Bool {
        switch state {
        case .starting, .ready, .draining, .stopping: true
        case .stopped, .waiting, .backingOff, .failed: false
        }
    }

    /// Everything that is known of this life, for the supervisor's next program.
    public var handover: LifeHandover {
        let (word, crash): (String, String?) =
            switch ending {
            case .stop: ("stop", nil)
            case .restart: ("restart", nil)
            case .crash(let text): ("crash", text)
            case .byItself: ("by-itself", nil)
            }
        return LifeHandover(
            state: state.rawValue, generation: generation, lastGeneration: lastGeneration, restarts: restarts, pid: pid,
            hasProcess: hasProcess, reason: reason, readySince: readySince, startsBehindProviders: startsBehindProviders, ending: word,
            crash: crash, quickFailures: record.quickFailures, failures: record.failures, recentRestarts: record.recentRestarts,
            isOnTrial: record.isOnTrial, isTriedAgain: isTriedAgain, failedGroup: failedGroup)
    }

    /// The same life, governed by `policy`.
    /// - Throws: where it is no life that this machine knows, or breaks one of its invariants.
    public init(_ life: LifeHandover, policy: ChildPolicy) throws(HandoverError) {
        self.init(policy: policy)
        guard let state: ChildState = ChildState(rawValue: life.state) else { throw HandoverError("has the unknown state '\(life.state)'") }
        self.state = state
        ending = try Self.ending(life)
        guard life.hasProcess == Self.hasProcess(state) else { throw HandoverError("is \(life.state), and its process contradicts that") }
        guard life.pid.map({ $0 > 1 && life.hasProcess }) ?? (state != .ready) else {
            throw HandoverError("is \(life.state), and its process id contradicts that")
        }
        // A number that would be given twice, or the last one there is.
        guard life.generation <= life.lastGeneration, life.lastGeneration < .max / 2 else {
            throw HandoverError("counts its processes to \(life.lastGeneration), and has number \(life.generation)")
        }
        let counts: [Int] = [life.restarts, life.quickFailures, life.failures]
        guard counts.allSatisfy({ (0...Int(Int32.max)).contains($0) }), life.recentRestarts.count <= HandoverLimits.restarts else {
            throw HandoverError("counts its restarts wrongly")
        }
        (generation, lastGeneration, restarts) = (life.generation, life.lastGeneration, life.restarts)
        (pid, hasProcess, reason, readySince) = (life.pid, life.hasProcess, life.reason, life.readySince)
        startsBehindProviders = life.startsBehindProviders
        record.quickFailures = life.quickFailures
        record.failures = life.failures
        record.recentRestarts = life.recentRestarts
        record.isOnTrial = life.isOnTrial
        // A program that did not say it went by the policy alone.
        isTriedAgain = life.isTriedAgain ?? (state == .failed && policy.retryPause(after: 0) != nil)
        failedGroup = life.failedGroup
    }

    private static func ending(_ life: LifeHandover) throws(HandoverError) -> Ending {
        switch life.ending {
        case "stop": .stop
        case "restart": .restart
        case "crash": .crash(life.crash ?? "")
        case "by-itself": .byItself
        default: throw HandoverError("is to end in an unknown way, '\(life.ending)'")
        }
    }

    /// The timer without which nobody would ever look at this child again; nil where it waits for none.
    public var neededTimer: ChildTimer? {
        switch state {
        case .starting: .start
        case .draining: .grace
        case .backingOff: .backoff
        case .ready: policy.watchdog == nil ? nil : .watchdog
        case .failed: isTriedAgain ? .retry : nil
        case .stopped, .waiting, .stopping: nil
        }
    }
}
