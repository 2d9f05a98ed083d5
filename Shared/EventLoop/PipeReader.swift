import CLibuv
import Glibc

/// Reads a pipe on a loop, for example a child's standard error.
@safe public final class PipeReader: @unchecked Sendable {
    // Sendable: mutable state is touched on the loop's thread only; every public function checks that.

    private static let mostReadsAtOnce: Int = 8

    /// The loop to which the reader belongs.
    public let loop: EventLoop
    /// The reading end; nil once reading has ended. Whoever has it keeps it open.
    public private(set) var descriptor: OwnedDescriptor?
    private var poll: PollHandle?
    private var onBytes: (@Sendable ([UInt8]) -> Void)?
    private var onEnd: (@Sendable () -> Void)?

    /// Takes ownership of the reading end of a pipe.
    public init(adopting descriptor: OwnedDescriptor, loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    /// Calls `onBytes` with each piece and `onEnd` once, when all writers are gone or reading fails. Once, on the loop.
    public func start(
        onBytes: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable () -> Void = {}
    ) throws(SocketError) {
        loop.preconditionCurrent()
        precondition(self.onBytes == nil, "a pipe reader is started once")
        guard let descriptor else { return }
        self.onBytes = onBytes
        self.onEnd = onEnd
        poll = try PollHandle(descriptor: descriptor.number, loop: loop, owner: self)
        poll?.watch(Int32(UV_READABLE.rawValue))
    }

    /// Reads what the pipe holds now, without waiting for the loop. A writer that goes on writing is not waited for. On the loop.
    public func readNow() {
        loop.preconditionCurrent()
        // A pipe holds 64 KiB unless somebody has made it larger.
        for _: Int in 0..<Self.mostReadsAtOnce where descriptor != nil { if !readOnce() { return } }
    }

    /// Stops reading, without calling `onEnd`. On the loop; idempotent.
    public func close() {
        loop.preconditionCurrent()
        poll?.close()
        poll = nil
        descriptor = nil
        onBytes = nil
        onEnd = nil
    }
}

extension PipeReader: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        // A pipe without writers keeps reporting an error until it is empty.
        if readOnce(), failed { poll?.watch(Int32(UV_READABLE.rawValue)) }
    }

    /// Returns whether there were bytes.
    private func readOnce() -> Bool {
        guard let descriptor else { return false }
        let count: Int = unsafe read(descriptor.number, loop.readBuffer.baseAddress, loop.readBuffer.count)
        if count > 0 {
            onBytes?(unsafe Array(loop.readBuffer[..<count]))
            return true
        }
        if count == 0 || (errno != EAGAIN && errno != EINTR) {
            let onEnd: (@Sendable () -> Void)? = onEnd
            close()
            onEnd?()
        }
        return false
    }
}
