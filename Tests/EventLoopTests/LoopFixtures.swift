import ColonnadeEventLoop

/// Runs `body` as a task of a loop that lives only for it.
func withLoop<T: Sendable>(_ body: @escaping @Sendable (EventLoop) async -> T) async -> T {
    let loop: EventLoop = EventLoop(name: "test")
    let result: T = await onLoopTask(loop) { await body(loop) }
    loop.shutdown()
    return result
}

/// Runs `body` as a task of `loop` and waits for it.
func onLoopTask<T: Sendable>(_ loop: EventLoop, _ body: @escaping @Sendable () async -> T) async -> T {
    await Task(executorPreference: loop) { await body() }.value
}

/// Runs `body` as a job of `loop` and waits for it.
func onLoop<T: Sendable>(_ loop: EventLoop, _ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        loop.execute { continuation.resume(returning: body()) }
    }
}

func isOn(_ loop: EventLoop) async -> Bool {
    loop.isCurrent
}
