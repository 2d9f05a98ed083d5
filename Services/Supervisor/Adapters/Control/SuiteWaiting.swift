import ColonnadeEventLoop
private import Synchronization

extension LoopBound<SuiteRunner> {
    /// Waits until the condition holds, or the task is cancelled. On the loop.
    func wait(until condition: @escaping @Sendable (SuiteRunner) -> Bool) async {
        let waiter: Mutex<UInt64?> = Mutex(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let number: UInt64 = value.when(condition) { continuation.resume() }
                waiter.withLock { $0 = number }
                // Cancelled before there was anybody to wake.
                if Task.isCancelled { value.stopWaiting(number) }
            }
        } onCancel: {
            guard let number: UInt64 = waiter.withLock({ $0 }) else { return }
            loop.execute { value.stopWaiting(number) }
        }
    }
}
