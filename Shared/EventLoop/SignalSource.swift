import CLibuv

/// A signal that a loop listens for, until `cancel()`.
public final class SignalSource: Sendable {
    private let handle: LoopBound<SignalHandle>

    init(_ handle: SignalHandle, loop: EventLoop) {
        self.handle = LoopBound(handle, loop: loop)
    }

    /// Stops listening. Without other listeners the signal has its default effect again. On the loop.
    public func cancel() {
        handle.value.close()
    }
}

extension EventLoop {
    /// Calls `body` on the loop whenever the process receives `number`. On the loop.
    ///
    /// Signals that arrive faster than the loop turns may be coalesced. Several sources may listen for one signal.
    @discardableResult
    public func onSignal(_ number: Int32, _ body: @escaping @Sendable () -> Void) -> SignalSource {
        preconditionCurrent()
        return SignalSource(SignalHandle(number, loop: self, body: body), loop: self)
    }
}

@safe final class SignalHandle: LoopHandle {
    private let loop: EventLoop
    private let handle: UnsafeMutablePointer<uv_signal_t>
    private var body: (@Sendable () -> Void)?

    init(_ number: Int32, loop: EventLoop, body: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.body = body
        unsafe handle = .allocate(capacity: 1)
        super.init()
        unsafe uv_signal_init(loop.handles.loop, handle)
        unsafe handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
        loop.hasChangedHandles = true
        let status: Int32 = unsafe uv_signal_start(
            handle,
            { handle, _ in unsafe Unmanaged<SignalHandle>.fromOpaque(handle!.pointee.data).takeUnretainedValue().arrived() },
            number)
        precondition(status == 0, "signal \(number) can't be caught: error \(status)")
    }

    private func arrived() {
        loop.noteEvent()
        let handle: LoopReference<SignalHandle> = LoopReference(self, loop: loop)
        loop.callBack { handle.value.body?() }
    }

    override func close() {
        guard body != nil else { return }
        body = nil
        loop.hasChangedHandles = true
        unsafe uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<SignalHandle>.fromOpaque(handle.pointee.data).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_signal_t.self).deallocate()
        }
    }
}
