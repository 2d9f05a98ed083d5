import Glibc

/// A reference to an object that belongs to one loop, for `Sendable` code to carry: like ``LoopBound``, but without a box, so
/// creating one costs nothing.
@frozen public struct LoopReference<Object: AnyObject>: @unchecked Sendable {
    // Sendable: the object is returned only after checking that this is the loop's thread.
    @usableFromInline let thread: UInt
    @usableFromInline let object: Object

    /// Refers to `object`, which belongs to `loop`. From any thread, as long as nobody else uses the object off the loop.
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

/// An object that belongs to one loop all its life.
public protocol LoopMember: AnyObject, SendableMetatype {
    /// The loop: constant, so any thread may read it.
    var loop: EventLoop { get }
}

extension LoopReference where Object: LoopMember {
    /// The loop to which the object belongs.
    @inlinable public var loop: EventLoop { object.loop }

    /// Calls `body` with the object: in place on its loop, as a job of the loop from elsewhere.
    @inlinable public func onLoop(_ body: @escaping @Sendable (Object) -> Void) {
        // Not `isOnLoop`: a loop that has ended accepts no jobs, although its thread goes on.
        if object.loop.isCurrent { return body(object) }
        object.loop.execute { body(self.value) }
    }
}
