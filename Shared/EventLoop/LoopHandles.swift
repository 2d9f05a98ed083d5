import CLibuv

/// The libuv loop and the handles that every loop has.
@safe struct LoopHandles {
    let loop: UnsafeMutablePointer<uv_loop_t>
    let wakeUp: UnsafeMutablePointer<uv_async_t>
    let turn: UnsafeMutablePointer<uv_prepare_t>
    let busy: UnsafeMutablePointer<uv_idle_t>
    let timer: UnsafeMutablePointer<uv_timer_t>

    init() {
        unsafe loop = .allocate(capacity: 1)
        unsafe wakeUp = .allocate(capacity: 1)
        unsafe turn = .allocate(capacity: 1)
        unsafe busy = .allocate(capacity: 1)
        unsafe timer = .allocate(capacity: 1)
        let status: Int32 = unsafe uv_loop_init(loop)
        precondition(status == 0, "libuv gave no loop: error \(status)")
    }

    /// Sets the handles up, each with `owner` (not retained) as its data.
    func open(owner: EventLoop) {
        let data: UnsafeMutableRawPointer = unsafe Unmanaged.passUnretained(owner).toOpaque()
        let status: Int32 = unsafe uv_async_init(loop, wakeUp) { _ in }
        precondition(status == 0, "libuv gave no wake-up handle: error \(status)")
        unsafe uv_prepare_init(loop, turn)
        unsafe uv_idle_init(loop, busy)
        unsafe uv_timer_init(loop, timer)
        unsafe turn.pointee.data = data
        unsafe timer.pointee.data = data
        unsafe uv_prepare_start(turn) { handle in
            // Guaranteed by the function that runs the loop: it uses the loop afterwards.
            unsafe Unmanaged<EventLoop>.fromOpaque(handle!.pointee.data)._withUnsafeGuaranteedRef { $0.turn() }
        }
    }

    /// Keeps the next turn from waiting for events.
    func setBusy(_ isBusy: Bool) {
        if isBusy {
            unsafe uv_idle_start(busy) { _ in }
        } else {
            unsafe uv_idle_stop(busy)
        }
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
        unsafe turn.deallocate()
        unsafe busy.deallocate()
        unsafe timer.deallocate()
        unsafe loop.deallocate()
    }
}

/// A handle of libuv that a Swift object owns, and that the end of the loop has to close.
class LoopHandle {
    func close() {}
}
