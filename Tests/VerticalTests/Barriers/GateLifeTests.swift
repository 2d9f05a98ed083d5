import ColonnadeWorld
import Testing

@testable import ColonnadeVertical

@Suite("A gate's life")
struct GateLifeTests {
    private static let bounds: GateLife.Bounds = GateLife.Bounds(calls: 3, bytes: 1000, runs: 2)

    /// Every order of events up to a length.
    private func explore(_ walk: GateWalk, depth: Int, keys: [String?], _ steps: inout Int) {
        guard depth > 0 else { return }
        for event: GateLife.Event in walk.events(mostCallers: 4, keys: keys) {
            var next: GateWalk = walk
            next.take(event)
            steps += 1
            explore(next, depth: depth - 1, keys: keys, &steps)
        }
    }

    @Test("Whatever happens in whatever order, each caller is told once, and nobody waits for nothing")
    func everyOrder() {
        var steps: Int = 0
        explore(GateWalk(.process, bounds: Self.bounds), depth: 6, keys: [nil], &steps)
        explore(GateWalk(.session, bounds: Self.bounds), depth: 4, keys: ["a", "b", "c"], &steps)
        #expect(steps > 3000)
    }

    @Test("Long random lives, from a seed, end with nothing left", arguments: 0..<40 as Range<UInt64>)
    func longLives(seed: UInt64) {
        var random: SeededGenerator = SeededGenerator(seed: seed)
        for sharing: GateLife.Sharing in [.process, .session] {
            var walk: GateWalk = GateWalk(sharing, bounds: GateLife.Bounds(calls: 8, bytes: 10_000, runs: 3))
            for _ in 0..<300 {
                // The end comes last.
                let events: [GateLife.Event] = walk.events(mostCallers: 200, keys: ["a", "b", "c", "d"]).filter { $0 != .stopped }
                guard let event: GateLife.Event = events.randomElement(using: &random) else { break }
                walk.take(event)
            }
            walk.take(.stopped)
            for run: UInt64 in walk.active.keys.sorted() { walk.take(.ended(run: run, .notDone)) }
            #expect(walk.life.waiting == 0 && walk.life.runs == 0, "seed \(seed)")
        }
    }

    @Test("A gate for the process runs once, stays open when it is done, and runs again once it was closed")
    func process() {
        var life: GateLife = GateLife(sharing: .process, bounds: Self.bounds)
        #expect(life.handle(.arrived(ticket: 1, consumer: "one", key: "a", bytes: 1)) == [.start(run: 1, key: nil)])
        #expect(life.handle(.arrived(ticket: 2, consumer: "one", key: "b", bytes: 1)) == [])
        #expect(life.handle(.ended(run: 1, .done)) == [.pass([1, 2])])
        #expect(life.isOpen)
        #expect(life.handle(.arrived(ticket: 3, consumer: "one", key: nil, bytes: 1)) == [.pass([3])])
        #expect(life.handle(.closed) == [])
        #expect(life.handle(.arrived(ticket: 4, consumer: "one", key: nil, bytes: 1)) == [.start(run: 2, key: nil)])
    }

    @Test("A gate that was closed while it ran lets those pass who wait, and nobody after")
    func closedWhileRunning() {
        var life: GateLife = GateLife(sharing: .process, bounds: Self.bounds)
        _ = life.handle(.arrived(ticket: 1, consumer: "one", key: nil, bytes: 1))
        _ = life.handle(.closed)
        #expect(life.handle(.ended(run: 1, .done)) == [.pass([1])])
        #expect(!life.isOpen)
    }

    @Test("Each session has a run of its own, and keeps nothing")
    func sessions() {
        var life: GateLife = GateLife(sharing: .session, bounds: Self.bounds)
        #expect(life.handle(.arrived(ticket: 1, consumer: "one", key: "a", bytes: 1)) == [.start(run: 1, key: "a")])
        #expect(life.handle(.arrived(ticket: 2, consumer: "one", key: nil, bytes: 1)) == [.start(run: 2, key: nil)])
        #expect(life.handle(.ended(run: 2, .failed("no session"))) == [.fail([2], .refused("no session"))])
        #expect(life.handle(.ended(run: 1, .done)) == [.pass([1])])
        #expect(life.handle(.arrived(ticket: 3, consumer: "one", key: "a", bytes: 1)) == [.start(run: 3, key: "a")])
    }

    @Test("Callers, their bytes and runs are bounded")
    func bounds() {
        var life: GateLife = GateLife(sharing: .session, bounds: GateLife.Bounds(calls: 3, bytes: 100, runs: 2))
        _ = life.handle(.arrived(ticket: 1, consumer: "one", key: "a", bytes: 60))
        #expect(life.handle(.arrived(ticket: 2, consumer: "one", key: "a", bytes: 41)) == [.fail([2], .full)])
        #expect(life.handle(.arrived(ticket: 3, consumer: "one", key: "b", bytes: 40)) == [.start(run: 2, key: "b")])
        #expect(life.handle(.arrived(ticket: 4, consumer: "one", key: "c", bytes: 0)) == [.fail([4], .full)])
        #expect(life.handle(.arrived(ticket: 5, consumer: "one", key: "a", bytes: 0)) == [])
        #expect(life.handle(.arrived(ticket: 6, consumer: "one", key: "a", bytes: 0)) == [.fail([6], .full)])
        _ = life.handle(.left(ticket: 1))
        #expect(life.handle(.arrived(ticket: 7, consumer: "one", key: "b", bytes: 60)) == [])
    }

    @Test("What one consumer has waiting takes nothing from another, and is given back in full")
    func consumers() {
        var life: GateLife = GateLife(sharing: .session, bounds: GateLife.Bounds(calls: 2, bytes: 100, runs: 1))
        #expect(life.handle(.arrived(ticket: 1, consumer: "one", key: "a", bytes: 60)) == [.start(run: 1, key: "a")])
        #expect(life.handle(.arrived(ticket: 2, consumer: "one", key: "b", bytes: 1)) == [.fail([2], .full)])
        #expect(life.handle(.arrived(ticket: 3, consumer: "two", key: "b", bytes: 60)) == [.start(run: 2, key: "b")])
        // A run for a session that both have belongs to the one that came first.
        #expect(life.handle(.arrived(ticket: 4, consumer: "two", key: "a", bytes: 40)) == [])
        #expect(life.handle(.arrived(ticket: 5, consumer: "two", key: "a", bytes: 0)) == [.fail([5], .full)])
        #expect(life.handle(.arrived(ticket: 6, consumer: nil, key: "c", bytes: 100)) == [.start(run: 3, key: "c")])
        #expect(life.handle(.ended(run: 1, .done)) == [.pass([1, 4])])
        #expect(life.handle(.ended(run: 2, .done)) == [.pass([3])])
        #expect(life.handle(.arrived(ticket: 7, consumer: "two", key: "d", bytes: 100)) == [.start(run: 4, key: "d")])
        #expect(life.handle(.arrived(ticket: 8, consumer: "one", key: "e", bytes: 100)) == [.start(run: 5, key: "e")])
    }

    @Test("A run is cancelled when its session's callers have left, and goes on where it is for everybody")
    func abandoned() {
        var session: GateLife = GateLife(sharing: .session, bounds: Self.bounds)
        _ = session.handle(.arrived(ticket: 1, consumer: "one", key: "a", bytes: 1))
        #expect(session.handle(.left(ticket: 1)) == [.cancel(run: 1)])
        // Who comes before the end of it waits for a run of its own, and not for ever.
        #expect(session.handle(.arrived(ticket: 2, consumer: "one", key: "a", bytes: 1)) == [.time(run: 1)])
        #expect(session.handle(.ended(run: 1, .failed("cancelled"))) == [.start(run: 2, key: "a")])
        var process: GateLife = GateLife(sharing: .process, bounds: Self.bounds)
        _ = process.handle(.arrived(ticket: 1, consumer: "one", key: nil, bytes: 1))
        #expect(process.handle(.left(ticket: 1)) == [])
        #expect(process.handle(.ended(run: 1, .done)) == [])
        #expect(process.isOpen)
    }

    @Test("A stuck gate is cancelled, and none runs beside it as long as it does not end")
    func stuck() {
        var life: GateLife = GateLife(sharing: .process, bounds: Self.bounds)
        _ = life.handle(.arrived(ticket: 1, consumer: "one", key: nil, bytes: 1))
        #expect(life.handle(.timedOut(run: 1)) == [.fail([1], .stuck), .cancel(run: 1)])
        #expect(life.handle(.arrived(ticket: 2, consumer: "one", key: nil, bytes: 1)) == [.time(run: 1)])
        #expect(life.handle(.timedOut(run: 1)) == [.fail([2], .stuck)])
        #expect(life.handle(.ended(run: 1, .done)) == [])
        #expect(life.isOpen, "what was done late is done")
    }
}
