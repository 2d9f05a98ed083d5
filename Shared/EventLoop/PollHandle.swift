import CLibuv

/// Who wants to know about the readiness of a descriptor.
protocol PollOwner: AnyObject {
    /// Whether what it does may see the task-locals of a task that turns the loop.
    var isCalledInPlace: Bool { get }

    /// `events` has UV_READABLE and UV_WRITABLE; where `failed` is true, the descriptor has an error to be read, and
    /// watching has stopped until it is asked for again.
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

    /// Says which events matter from now on. The kernel is asked only where that changes.
    func watch(_ events: Int32) {
        guard events != interest, owner != nil else { return }
        interest = events
        loop.hasChangedHandles = true
        if events == 0 {
            unsafe uv_poll_stop(handle)
            return
        }
        unsafe uv_poll_start(handle, events) { handle, status, events in
            // Guaranteed by libuv's reference: it is given up in the call that `close` asks for, which never comes inside this one.
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

    /// Stops watching and lets the owner go. The descriptor may be closed right afterwards.
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
