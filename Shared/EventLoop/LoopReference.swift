/// An object that belongs to one loop, for `Sendable` code to carry: as ``LoopBound``, but without a box of its own, so
/// that making one costs nothing.
@frozen public struct LoopReference<Object: AnyObject>: @unchecked Sendable {
    // Sendable: the object is handed out only after the check that this is the loop's thread.

    /// The loop to which the object belongs.
    public let loop: EventLoop
    @usableFromInline let object: Object

    /// Refers to `object`, which belongs to `loop`. On any thread, as long as nobody else uses the object off the loop.
    @inlinable public init(_ object: Object, loop: EventLoop) {
        self.loop = loop
        self.object = object
    }

    /// The object; on the loop only.
    @inlinable public var value: Object {
        precondition(loop.isCurrent, "what belongs to an event loop was used on another thread")
        return object
    }
}
