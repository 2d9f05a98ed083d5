import CLibuv

extension EventLoop {
    /// Starts a task that stays on the loop: in place, up to its first suspension, where the caller is on the loop already.
    @discardableResult
    public func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if isCurrent {
            return Task.immediate(executorPreference: self) { await body() }
        }
        return Task(executorPreference: self) { await body() }
    }

    /// As ``startTask(_:)``, without the task-locals of whoever calls; in place, on the loop only.
    @discardableResult
    public func startDetachedTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        preconditionCurrent()
        return Task.immediateDetached(executorPreference: self) { await body() }
    }

    /// Whether the task that runs on this thread is cancelled; as `Task.isCancelled`, which counts a reference for that.
    public static var isTaskCancelled: Bool {
        guard let task: UnsafeMutableRawPointer = unsafe swift_task_getCurrent() else { return false }
        return unsafe swift_task_isCancelled(task)
    }
}
