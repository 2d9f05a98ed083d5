import HeapModule

/// The timers of one loop, earliest first; timers with the same deadline keep the order of their creation.
///
/// Invariant: `cancelled` counts the entries whose timer was cancelled, and is at most half of the heap (or small), so a million
/// deadlines that are set and cancelled take no room.
struct TimerQueue {
    private struct Entry: Comparable {
        let deadline: MonotonicTime
        let order: UInt64
        let timer: LoopTimer

        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }

        static func < (left: Entry, right: Entry) -> Bool {
            left.deadline == right.deadline ? left.order < right.order : left.deadline < right.deadline
        }
    }

    private var heap: Heap<Entry> = Heap()
    private var cancelled: Int = 0
    private var nextOrder: UInt64 = 0

    var count: Int { heap.count - cancelled }

    mutating func insert(_ timer: LoopTimer, at deadline: MonotonicTime) {
        heap.insert(Entry(deadline: deadline, order: nextOrder, timer: timer))
        nextOrder += 1
    }

    mutating func noteCancelled() {
        cancelled += 1
        guard cancelled > 64, cancelled * 2 > heap.count else { return }
        heap = Heap(heap.unordered.filter { !$0.timer.isCancelled })
        cancelled = 0
    }

    /// The next deadline; nil if there is none.
    mutating func nextDeadline() -> MonotonicTime? {
        while let first = heap.min, first.timer.isCancelled {
            heap.removeMin()
            cancelled -= 1
        }
        return heap.min?.deadline
    }

    /// Removes and returns the next timer that is due at `now`.
    mutating func popDue(at now: MonotonicTime) -> LoopTimer? {
        guard let deadline = nextDeadline(), deadline <= now else { return nil }
        let timer: LoopTimer = heap.removeMin().timer
        timer.noteDue()
        return timer
    }
}
