import CLibuv

extension EventLoop {
    /// Runs `body`, which may block (SQLite, files), on one of libuv's pool threads, and returns its result.
    ///
    /// The pool has four threads for the whole process (UV_THREADPOOL_SIZE), so work may have to wait. Cancelling the task does
    /// not interrupt the work. Task-locals are not visible in `body`. From any thread.
    public func offload<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let result: OffloadedResult<T> = OffloadedResult()
            let work: OffloadedWork = OffloadedWork(
                loop: self,
                run: { result.value = Result { try body() } },
                finish: { continuation.resume(with: result.value!) })
            if isCurrent { work.start() } else { execute { work.start() } }
        }
    }
}

/// The pool thread's result, until the loop takes it.
private final class OffloadedResult<T: Sendable>: @unchecked Sendable {
    // Sendable: written once by the pool thread, read by the loop after libuv has returned the work.
    var value: Result<T, any Error>?
}

/// One piece of work in libuv's pool. It keeps itself alive until it returns.
@safe final class OffloadedWork: @unchecked Sendable {
    // Sendable: only the request changes, and libuv alone uses it between start and finish.
    private let loop: EventLoop
    private let run: @Sendable () -> Void
    private let finish: @Sendable () -> Void
    private let request: UnsafeMutablePointer<uv_work_t>

    init(loop: EventLoop, run: @escaping @Sendable () -> Void, finish: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.run = run
        self.finish = finish
        unsafe request = .allocate(capacity: 1)
    }

    deinit {
        unsafe request.deallocate()
    }

    func start() {
        loop.preconditionCurrent()
        loop.outstandingWork += 1
        if loop.settle != nil { return loop.offloaded.append(self) }
        unsafe request.pointee.data = Unmanaged.passRetained(self).toOpaque()
        let status: Int32 = unsafe uv_queue_work(
            loop.handles.loop, request,
            { request in unsafe Unmanaged<OffloadedWork>.fromOpaque(request!.pointee.data).takeUnretainedValue().run() },
            { request, _ in unsafe Unmanaged<OffloadedWork>.fromOpaque(request!.pointee.data).takeRetainedValue().isBack() })
        precondition(status == 0, "libuv took no work: error \(status)")
    }

    /// Runs the work on the loop's own thread.
    func runInPlace() {
        run()
        isBack()
    }

    private func isBack() {
        loop.noteEvent()
        loop.outstandingWork -= 1
        finish()
    }
}
