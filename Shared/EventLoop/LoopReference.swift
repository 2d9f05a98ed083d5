import Glibc

/// An object that belongs to one loop, for `Sendable` code to carry: as ``LoopBound``, but without a box of its own, so
/// that making one costs nothing.
@frozen public struct LoopReference<Object: AnyObject>: @unchecked Sendable {
    // Sendable: the object is handed out only after the check that this is the loop's thread.
    @usableFromInline let thread: UInt
    @usableFromInline let object: Object

    /// Refers to `object`, which belongs to `loop`. On any thread, as long as nobody else uses the object off the loop.
    @inlinable public init(_ object: Object, loop: EventLoop) {
        self.thread = loop.threadNumber
        self.object = object
    }

    /// Whether the caller is on the object's loop.
    @inlinable public var isOnLoop: Bool { thread == UInt(pthread_self()) }

    /// The object; on the loop only.
    @inlinable public var value: Object {
        precondition(isOnLoop, "what belongs to an event loop was used on another thread")
        return object
    }
}

/// What belongs to one loop from its beginning to its end.
public protocol LoopMember: AnyObject, SendableMetatype {
    /// The loop: constant, and so to be asked on any thread.
    var loop: EventLoop { get }
}

extension LoopReference where Object: LoopMember {
    /// The loop to which the object belongs.
    @inlinable public var loop: EventLoop { object.loop }

    /// Has `body` called with the object: in place on its loop, as a job of the loop from elsewhere.
    @inlinable public func onLoop(_ body: @escaping @Sendable (Object) -> Void) {
        // Not `isOnLoop`: a loop that has ended takes no more, although its thread goes on.
        if object.loop.isCurrent { return body(object) }
        object.loop.execute { body(self.value) }
    }
}
