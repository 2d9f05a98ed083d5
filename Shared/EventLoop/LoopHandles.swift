import CLibuv

/// The libuv loop and the handles that every loop has.
@safe struct LoopHandles {
    /// It only matters whether there are none, one or more.
    private static let mostEvents: Int = 2

    let loop: UnsafeMutablePointer<uv_loop_t>
    let wakeUp: UnsafeMutablePointer<uv_async_t>
    let timer: UnsafeMutablePointer<uv_timer_t>
    /// Where the kernel writes which descriptors are ready.
    private let events: UnsafeMutablePointer<epoll_event>

    init() {
        unsafe loop = .allocate(capacity: 1)
        unsafe wakeUp = .allocate(capacity: 1)
        unsafe timer = .allocate(capacity: 1)
        unsafe events = .allocate(capacity: Self.mostEvents)
        let status: Int32 = unsafe uv_loop_init(loop)
        precondition(status == 0, "libuv gave no loop: error \(status)")
    }

    /// Sets the handles up, the timer with `owner` (not retained) as its data.
    func open(owner: EventLoop) {
        let data: UnsafeMutableRawPointer = unsafe Unmanaged.passUnretained(owner).toOpaque()
        let status: Int32 = unsafe uv_async_init(loop, wakeUp) { _ in }
        precondition(status == 0, "libuv gave no wake-up handle: error \(status)")
        unsafe uv_timer_init(loop, timer)
        unsafe timer.pointee.data = data
    }

    /// Polls once; blocks if `mayWait` is true, unless ``endWait()`` is called meanwhile.
    func takeEvents(mayWait: Bool) {
        // Since 1.45 libuv computes its time-out from its cached time, which is as old as the last poll.
        if mayWait { unsafe uv_update_time(loop) }
        unsafe uv_run(loop, mayWait ? UV_RUN_ONCE : UV_RUN_NOWAIT)
    }

    /// Waits as libuv would, for `milliseconds` at most (-1: for ever), without dispatching: the events are still there for
    /// libuv's next poll. Changes to handles since its last poll have not reached the kernel yet.
    /// - Returns: how many descriptors are ready, 2 for more than one; 0 after a time-out; -1 after a signal.
    func wait(milliseconds: Int32) -> Int32 {
        unsafe epoll_wait(epoll, events, Int32(Self.mostEvents), milliseconds)
    }

    /// libuv's epoll descriptor.
    private var epoll: Int32 { unsafe uv_backend_fd(loop) }

    /// Keeps libuv from blocking; to be called from one of its callbacks before it would.
    func endWait() {
        unsafe uv_stop(loop)
    }

    /// Calls `timerFired` at a moment of CLOCK_MONOTONIC, which is also libuv's clock.
    func armTimer(atMillisecond moment: UInt64) {
        unsafe uv_update_time(loop)
        let current: UInt64 = unsafe uv_now(loop)
        unsafe uv_timer_start(
            timer,
            { handle in unsafe EventLoop.owner(of: handle!.pointee.data).timerFired() },
            moment > current ? moment - current : 0, 0)
    }

    /// Closes every open handle and frees the memory. Nothing may be used afterwards.
    func close() {
        unsafe uv_walk(
            loop,
            { handle, _ in
                guard let handle = unsafe handle, unsafe uv_is_closing(handle) == 0 else { return }
                switch unsafe uv_handle_get_type(handle) {
                case UV_POLL, UV_SIGNAL: unsafe Unmanaged<LoopHandle>.fromOpaque(uv_handle_get_data(handle)).takeUnretainedValue().close()
                default: unsafe uv_close(handle, nil)
                }
            }, nil)
        unsafe uv_run(loop, UV_RUN_DEFAULT)
        let status: Int32 = unsafe uv_loop_close(loop)
        precondition(status == 0, "a handle was left open: error \(status)")
        unsafe wakeUp.deallocate()
        unsafe timer.deallocate()
        unsafe events.deallocate()
        unsafe loop.deallocate()
    }
}

extension EventLoop {
    /// The loop in a handle's data pointer.
    fileprivate static func owner(of data: UnsafeMutableRawPointer?) -> EventLoop {
        unsafe Unmanaged<EventLoop>.fromOpaque(data!).takeUnretainedValue()
    }
}

/// A libuv handle that a Swift object owns, and that the end of the loop must close.
class LoopHandle {
    func close() {}
}
