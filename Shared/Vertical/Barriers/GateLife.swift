/// The life of one gate: who waits for it, when it runs, and how each run ends.
///
/// A pure value: events go in, actions come out. It runs nothing and has no clock. A ticket identifies a caller, a number
/// identifies a run, and a key identifies those who share a run: the session's token, or nil where all callers share.
///
/// Invariants: a key has at most one run at a time, and none begins before the one before it has ended; `places` holds exactly the
/// tickets of all waves; a wave without callers has a run that continues for later callers or has not seen its cancellation yet;
/// `shares` is what `places` and `waves` add up to for each consumer.
struct GateLife {
    /// Who shares a run.
    enum Sharing: Sendable {
        /// All callers; a gate that was passed stays open.
        case process
        /// The callers of one session; nothing is kept once they have passed.
        case session
    }

    /// Limits on what waits for each consumer, so that one that calls without end takes nothing from another.
    struct Bounds: Sendable {
        var calls: Int
        var bytes: Int
        var runs: Int
    }

    enum Event: Hashable, Sendable {
        case arrived(ticket: UInt64, consumer: String?, key: String?, bytes: Int)
        case left(ticket: UInt64)
        /// The gate's board, and everything that it started, has ended.
        case ended(run: UInt64, GateOutcome)
        case timedOut(run: UInt64)
        /// The gate is to run again for the next caller.
        case closed
        /// The vertical ends.
        case stopped
    }

    enum Action: Hashable, Sendable {
        /// Run the gate, and start the timer of its deadline.
        case start(run: UInt64, key: String?)
        /// Start the timer of callers who wait for a cancelled run to end.
        case time(run: UInt64)
        case cancel(run: UInt64)
        case pass([UInt64])
        case fail([UInt64], GateFailure)
    }

    private struct Wave {
        /// The consumer of the caller that it was started for.
        let consumer: String?
        var run: UInt64
        var isCancelled: Bool = false
        /// Whether passing it opens the gate for those who come later.
        var opensGate: Bool
        var tickets: Set<UInt64> = []
    }

    private struct Place {
        let consumer: String?
        let key: String?
        let bytes: Int
    }

    /// What waits for one consumer.
    private struct Share: Equatable {
        var calls: Int = 0
        var bytes: Int = 0
        var runs: Int = 0
    }

    private(set) var isStopped: Bool = false
    private(set) var isOpen: Bool = false
    private let sharing: Sharing
    private let bounds: Bounds
    private var waves: [String?: Wave] = [:]
    private var keys: [UInt64: String?] = [:]
    private var places: [UInt64: Place] = [:]
    private var shares: [String?: Share] = [:]
    private var lastRun: UInt64 = 0

    init(sharing: Sharing, bounds: Bounds) {
        self.sharing = sharing
        self.bounds = bounds
    }

    /// Callers that wait.
    var waiting: Int { places.count }
    /// Runs that have not ended.
    var runs: Int { waves.count }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .arrived(let ticket, let consumer, let key, let bytes):
            arrive(ticket, Place(consumer: consumer, key: sharing == .session ? key : nil, bytes: bytes))
        case .left(let ticket): leave(ticket)
        case .ended(let run, let outcome): end(run, outcome)
        case .timedOut(let run): timeOut(run)
        case .closed: close()
        case .stopped: stop()
        }
    }

    // MARK: Callers

    private mutating func arrive(_ ticket: UInt64, _ place: Place) -> [Action] {
        if isStopped { return [.fail([ticket], .stopped)] }
        if isOpen { return [.pass([ticket])] }
        let share: Share = shares[place.consumer] ?? Share()
        guard share.calls < bounds.calls, place.bytes <= bounds.bytes - share.bytes else { return [.fail([ticket], .full)] }
        var actions: [Action] = []
        if let wave: Wave = waves[place.key] {
            if wave.isCancelled, wave.tickets.isEmpty { actions = [.time(run: wave.run)] }
        } else {
            guard share.runs < bounds.runs else { return [.fail([ticket], .full)] }
            actions = [start(place.key, for: place.consumer)]
        }
        places[ticket] = place
        change(place.consumer) {
            $0.calls += 1
            $0.bytes += place.bytes
        }
        waves[place.key]?.tickets.insert(ticket)
        return actions
    }

    private mutating func leave(_ ticket: UInt64) -> [Action] {
        guard let place: Place = vacate(ticket) else { return [] }
        waves[place.key]?.tickets.remove(ticket)
        // A run for everybody serves later callers; a run for one session serves nobody else.
        guard sharing == .session, let wave: Wave = waves[place.key], wave.tickets.isEmpty, !wave.isCancelled else { return [] }
        waves[place.key]?.isCancelled = true
        return [.cancel(run: wave.run)]
    }

    private mutating func vacate(_ ticket: UInt64) -> Place? {
        guard let place: Place = places.removeValue(forKey: ticket) else { return nil }
        change(place.consumer) {
            $0.calls -= 1
            $0.bytes -= place.bytes
        }
        return place
    }

    private mutating func change(_ consumer: String?, _ change: (inout Share) -> Void) {
        var share: Share = shares[consumer] ?? Share()
        change(&share)
        shares[consumer] = share == Share() ? nil : share
    }

    // MARK: Runs

    private mutating func start(_ key: String?, for consumer: String?) -> Action {
        lastRun += 1
        waves[key] = Wave(consumer: consumer, run: lastRun, opensGate: sharing == .process)
        change(consumer) { $0.runs += 1 }
        keys[lastRun] = .some(key)
        return .start(run: lastRun, key: key)
    }

    private mutating func end(_ run: UInt64, _ outcome: GateOutcome) -> [Action] {
        guard let key: String? = keys.removeValue(forKey: run), let wave: Wave = waves.removeValue(forKey: key) else { return [] }
        change(wave.consumer) { $0.runs -= 1 }
        if outcome == .done, !isStopped {
            if wave.opensGate { isOpen = true }
            return take(wave.tickets) { .pass($0) }
        }
        // Callers that arrived after the cancellation get a run of their own.
        if wave.isCancelled, !wave.tickets.isEmpty, !isStopped {
            let action: Action = start(key, for: wave.consumer)
            waves[key]?.tickets = wave.tickets
            return [action]
        }
        let failure: GateFailure = isStopped ? .stopped : .refused(outcome.reason)
        return take(wave.tickets) { .fail($0, failure) }
    }

    private mutating func timeOut(_ run: UInt64) -> [Action] {
        guard let key: String? = keys[run], let wave: Wave = waves[key] else { return [] }
        let failing: [Action] = take(wave.tickets) { .fail($0, .stuck) }
        waves[key]?.tickets = []
        guard !wave.isCancelled else { return failing }
        waves[key]?.isCancelled = true
        return failing + [.cancel(run: run)]
    }

    private mutating func close() -> [Action] {
        isOpen = false
        for key: String? in Array(waves.keys) { waves[key]?.opensGate = false }
        return []
    }

    private mutating func stop() -> [Action] {
        isStopped = true
        isOpen = false
        let running: [UInt64] = waves.values.filter { !$0.isCancelled }.map(\.run).sorted()
        for key: String? in Array(waves.keys) {
            waves[key]?.tickets = []
            waves[key]?.isCancelled = true
        }
        return take(Set(places.keys)) { .fail($0, .stopped) } + running.map { .cancel(run: $0) }
    }

    /// Callers leave, in the order in which they came.
    private mutating func take(_ tickets: Set<UInt64>, _ action: ([UInt64]) -> Action) -> [Action] {
        guard !tickets.isEmpty else { return [] }
        for ticket: UInt64 in tickets { _ = vacate(ticket) }
        return [action(tickets.sorted())]
    }
}

/// How a gate's run ended.
enum GateOutcome: Hashable, Sendable {
    case done
    case notDone
    /// It refused or failed; with the reason.
    case failed(String)

    /// For people: why nobody passes.
    var reason: String {
        switch self {
        case .done: "it is done"
        case .notDone: "it ended without being done"
        case .failed(let why): why
        }
    }
}

/// Why a caller did not pass a gate.
enum GateFailure: Hashable, Sendable {
    case refused(String)
    case stuck
    /// Too much waits already.
    case full
    /// The vertical ends.
    case stopped
}
