import CLibuv

extension EventLoop {
    /// Starts a task that stays on the loop. A caller on the loop runs it in place, up to its first suspension.
    @discardableResult
    public func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if isCurrent {
            return Task.immediate(executorPreference: self) { await body() }
        }
        return Task(executorPreference: self) { await body() }
    }

    /// Like ``startTask(_:)``, but without the caller's task-locals; in place, on the loop only.
    @discardableResult
    public func startDetachedTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        preconditionCurrent()
        return Task.immediateDetached(executorPreference: self) { await body() }
    }

    /// Whether the task that runs on this thread is cancelled. Unlike `Task.isCancelled`, it does not count a reference.
    public static var isTaskCancelled: Bool {
        guard let task: UnsafeMutableRawPointer = unsafe swift_task_getCurrent() else { return false }
        return unsafe swift_task_isCancelled(task)
    }
}
