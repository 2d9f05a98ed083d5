public import ColonnadeWorld

extension SessionKeyring {
    /// Waits until it knows anything to check sessions by, at most so long. Where it knows something it returns at once.
    public func waitUntilReady(atMost limit: Duration, clock: WorldClock) async {
        guard !isReady else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.ready() }
            group.addTask {
                do throws(CancellationError) { try await clock.sleep(limit) } catch { return }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
