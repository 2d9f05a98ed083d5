import ColonnadePresentation
public import ColonnadeWorld

/// Who looks at the page, and what is waited for.
extension OpenPage {
    /// Counts a browser that follows the page, until ``unwatch()``.
    public func watch() {
        state.withLock { $0.watchers += 1 }
    }

    /// Ends ``watch()``.
    public func unwatch() {
        let now: Duration = world.clock.uptime()
        state.withLock { state in
            state.watchers -= 1
            state.lastLook = now
        }
    }

    /// Notes that somebody looks at the page now.
    public func look() {
        let now: Duration = world.clock.uptime()
        state.withLock { $0.lastLook = now }
        names.askAgain()
    }

    /// When somebody looked last; nil while a browser follows the page.
    var lastLook: Duration? { state.withLock { $0.watchers > 0 ? nil : $0.lastLook } }

    /// Whether a browser follows the page now.
    public var isWatched: Bool { state.withLock { $0.watchers > 0 } }

    /// Whether it has been closed: who follows it stops.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits until what can be seen is as wanted, for a time at most.
    public func wait(within time: Duration, clock: WorldClock, until isReached: @escaping @Sendable () -> Bool) async {
        let rings: AsyncStream<Void> = bell.listen()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var rings: AsyncStream<Void>.AsyncIterator = rings.makeAsyncIterator()
                repeat { if isReached() { return } } while await rings.next() != nil
            }
            group.addTask { try? await clock.sleep(time) }
            await group.next()
            group.cancelAll()
        }
    }
}
