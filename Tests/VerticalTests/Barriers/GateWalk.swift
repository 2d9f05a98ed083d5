import Testing

@testable import ColonnadeVertical

/// A gate's life beside what its callers have been told: every step is checked.
struct GateWalk {
    /// What a caller came with.
    struct Caller {
        let key: String?
        var isWaiting: Bool = true
    }

    let sharing: GateLife.Sharing
    let bounds: GateLife.Bounds
    private(set) var life: GateLife
    private(set) var callers: [UInt64: Caller] = [:]
    /// Runs that have not ended, by number, with what they were started for.
    private(set) var active: [UInt64: String?] = [:]
    private(set) var timed: Set<UInt64> = []
    private(set) var cancelled: Set<UInt64> = []
    private(set) var isStopped: Bool = false
    private(set) var mayPass: Bool = false
    private(set) var story: [String] = []

    init(_ sharing: GateLife.Sharing, bounds: GateLife.Bounds) {
        self.sharing = sharing
        self.bounds = bounds
        life = GateLife(sharing: sharing, bounds: bounds)
    }

    var waiting: [UInt64] { callers.filter { $0.value.isWaiting }.map(\.key).sorted() }

    /// Everything that can happen next; callers beyond `most` do not come.
    func events(mostCallers most: Int, keys: [String?]) -> [GateLife.Event] {
        var events: [GateLife.Event] = waiting.map { .left(ticket: $0) }
        if callers.count < most { events += keys.map { .arrived(ticket: UInt64(callers.count + 1), consumer: nil, key: $0, bytes: 10) } }
        for run: UInt64 in active.keys.sorted() {
            events += [.ended(run: run, .done), .ended(run: run, .notDone)]
            if timed.contains(run) { events.append(.timedOut(run: run)) }
        }
        if life.isOpen || !active.isEmpty { events.append(.closed) }
        if !isStopped { events.append(.stopped) }
        return events
    }

    mutating func take(_ event: GateLife.Event) {
        story.append("\(event)")
        let wasOpen: Bool = life.isOpen
        mayPass = false
        switch event {
        case .arrived(let ticket, _, let key, _):
            callers[ticket] = Caller(key: sharing == .session ? key : nil)
            mayPass = wasOpen
        case .left(let ticket): callers[ticket]?.isWaiting = false
        case .ended(let run, let outcome):
            active[run] = nil
            timed.remove(run)
            mayPass = outcome == .done
        case .timedOut(let run): timed.remove(run)
        case .closed: break
        case .stopped: isStopped = true
        }
        for action: GateLife.Action in life.handle(event) { note(action) }
        check()
    }

    private mutating func note(_ action: GateLife.Action) {
        switch action {
        case .start(let run, let key):
            expect(!active.values.contains(key), "two runs for one key")
            expect(active[run] == nil && !isStopped, "a run was started twice, or after the end")
            active[run] = .some(key)
            timed.insert(run)
        case .time(let run):
            expect(active[run] != nil, "time for a run that has ended")
            timed.insert(run)
        case .cancel(let run):
            expect(active[run] != nil && cancelled.insert(run).inserted, "a run was cancelled twice, or after its end")
        case .pass(let tickets):
            expect(mayPass, "passed through a closed gate")
            release(tickets)
        case .fail(let tickets, _): release(tickets)
        }
    }

    private mutating func release(_ tickets: [UInt64]) {
        expect(tickets == tickets.sorted(), "out of order")
        for ticket: UInt64 in tickets {
            expect(callers[ticket]?.isWaiting == true, "caller \(ticket) was told twice")
            callers[ticket]?.isWaiting = false
        }
    }

    private func check() {
        expect(life.waiting == waiting.count, "\(life.waiting) wait and not \(waiting.count)")
        expect(life.runs == active.count, "\(life.runs) runs are kept, and \(active.count) have not ended")
        expect(waiting.count <= bounds.calls && active.count <= bounds.runs, "a bound was passed")
        expect(!(life.isOpen && (sharing == .session || isStopped)), "the gate stays open")
        // Nobody waits for ever: whoever waits waits for a run that is timed.
        for ticket: UInt64 in waiting {
            let key: String? = callers[ticket]?.key
            expect(active.contains { $0.value == key && timed.contains($0.key) }, "caller \(ticket) waits for nothing")
        }
        // A run that nobody wants is cancelled, unless those who come later need it.
        for (run, key) in active where sharing == .session && !cancelled.contains(run) {
            expect(callers.contains { $0.value.isWaiting && $0.value.key == key }, "run \(run) goes on for nobody")
        }
    }

    private func expect(_ holds: Bool, _ what: String) {
        if !holds { Issue.record("\(what), after \(story.joined(separator: ", "))") }
    }
}
