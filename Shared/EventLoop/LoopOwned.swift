import Glibc
import Synchronization

/// A value in its owner's own memory that is changed on one loop only: as a `Mutex`, for what needs none.
///
/// It lets a class be `Sendable` whose objects travel anywhere and change on their loop. Nothing is allocated or counted,
/// and no atomic operation is made.
@safe public struct LoopOwned<Value>: ~Copyable, @unchecked Sendable {
    // Sendable: the value is reached only after the check that this is the loop's thread.
    @usableFromInline let cell: _Cell<Value>
    @usableFromInline let thread: UInt

    /// A place for `value`, which belongs to `loop` from then on. On any thread.
    @inlinable public init(_ value: consuming Value, loop: EventLoop) {
        cell = _Cell(value)
        thread = loop.threadNumber
    }

    /// Changes the value in place; on the loop only. `body` must not come back to the same place.
    @inlinable public borrowing func change<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(thread == UInt(pthread_self()), "what belongs to an event loop was used on another thread")
        return unsafe try body(&cell._address.pointee)
    }

    /// The value where it is, to be set a part of; on the loop only.
    @inlinable public var value: Value {
        _read {
            precondition(thread == UInt(pthread_self()), "what belongs to an event loop was used on another thread")
            yield unsafe cell._address.pointee
        }
        nonmutating _modify {
            precondition(thread == UInt(pthread_self()), "what belongs to an event loop was used on another thread")
            yield unsafe &cell._address.pointee
        }
    }
}
