import CLibuv

/// The object that is told when a descriptor is ready.
protocol PollOwner: AnyObject {
    /// Whether its callbacks may see the task-locals of a task that turns the loop.
    var isCalledInPlace: Bool { get }

    /// Reports readiness. `events` has UV_READABLE and UV_WRITABLE. If `failed` is true, the descriptor has a pending error, and
    /// watching has stopped until it is requested again.
    func pollReady(_ events: Int32, failed: Bool)
}

extension PollOwner {
    var isCalledInPlace: Bool { false }
}

/// Watches one descriptor. Keeps its owner alive until it is closed.
@safe final class PollHandle: LoopHandle {
    private let loop: EventLoop
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private var owner: (any PollOwner)?
    private var interest: Int32 = 0

    init(descriptor: Int32, loop: EventLoop, owner: any PollOwner) throws(SocketError) {
        loop.preconditionCurrent()
        self.loop = loop
        self.owner = owner
        unsafe handle = .allocate(capacity: 1)
        super.init()
        let status: Int32 = unsafe uv_poll_init(loop.handles.loop, handle, descriptor)
        guard status == 0 else {
            unsafe handle.deallocate()
            throw SocketError(code: -status, operation: .watch)
        }
        unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    /// Sets the events to watch. It makes a system call only if they change.
    func watch(_ events: Int32) {
        guard events != interest, owner != nil else { return }
        interest = events
        loop.hasChangedHandles = true
        if events == 0 {
            unsafe uv_poll_stop(handle)
            return
        }
        unsafe uv_poll_start(handle, events) { handle, status, events in
            // libuv's reference keeps it alive: that is released in the callback of `close`, which never runs inside this one.
            unsafe Unmanaged<PollHandle>.fromOpaque(handle!.pointee.data)._withUnsafeGuaranteedRef { $0.ready(status, events) }
        }
    }

    private func ready(_ status: Int32, _ events: Int32) {
        guard let owner else { return }
        loop.noteEvent()
        if status < 0 { interest = 0 }
        if !loop.isTurnInPlace || owner.isCalledInPlace { return owner.pollReady(events, failed: status < 0) }
        let handle: LoopReference<PollHandle> = LoopReference(self, loop: loop)
        loop.callBack { handle.value.owner?.pollReady(events, failed: status < 0) }
    }

    /// Stops watching and releases the owner. The descriptor may be closed right afterwards.
    override func close() {
        guard owner != nil else { return }
        owner = nil
        loop.hasChangedHandles = true
        unsafe uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<PollHandle>.fromOpaque(handle.pointee.data).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_poll_t.self).deallocate()
        }
    }
}
