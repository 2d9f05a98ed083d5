import CLibuv

/// The libuv loop and the handles that every loop has.
@safe struct LoopHandles {
    /// More than one need not be told apart.
    private static let mostEvents: Int = 2

    let loop: UnsafeMutablePointer<uv_loop_t>
    let wakeUp: UnsafeMutablePointer<uv_async_t>
    let timer: UnsafeMutablePointer<uv_timer_t>
    /// Where the kernel says from where something came.
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

    /// Takes in events once; waits for some where `mayWait` says so and ``endWait()`` is not called meanwhile.
    func takeEvents(mayWait: Bool) {
        // From 1.45 libuv reckons how long it may wait from when it last looked at the clock, which is as long ago as it was last asked.
        if mayWait { unsafe uv_update_time(loop) }
        unsafe uv_run(loop, mayWait ? UV_RUN_ONCE : UV_RUN_NOWAIT)
    }

    /// Waits as libuv would, for `milliseconds` at most (-1: for ever), and takes in nothing: what came is there when libuv is asked next.
    /// What libuv was told since it was asked last, the kernel does not know yet.
    /// - Returns: from how many descriptors something came, 2 for more than one; 0 where the time was over; -1 where a signal came.
    func wait(milliseconds: Int32) -> Int32 {
        unsafe epoll_wait(epoll, events, Int32(Self.mostEvents), milliseconds)
    }

    /// The descriptor by which libuv waits.
    private var epoll: Int32 { unsafe uv_backend_fd(loop) }

    /// Keeps libuv from waiting; in a call that libuv makes before it would.
    func endWait() {
        unsafe uv_stop(loop)
    }

    /// Has `timerFired` called at a moment of CLOCK_MONOTONIC, which is libuv's clock too.
    func armTimer(atMillisecond moment: UInt64) {
        unsafe uv_update_time(loop)
        let current: UInt64 = unsafe uv_now(loop)
        unsafe uv_timer_start(
            timer,
            { handle in unsafe EventLoop.owner(of: handle!.pointee.data).timerFired() },
            moment > current ? moment - current : 0, 0)
    }

    /// Closes what is still open, and gives the memory back. Nothing may be used afterwards.
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
    /// The loop that a handle has as its data.
    fileprivate static func owner(of data: UnsafeMutableRawPointer?) -> EventLoop {
        unsafe Unmanaged<EventLoop>.fromOpaque(data!).takeUnretainedValue()
    }
}

/// A handle of libuv that a Swift object owns, and that the end of the loop has to close.
class LoopHandle {
    func close() {}
}
