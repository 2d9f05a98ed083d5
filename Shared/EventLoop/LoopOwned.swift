import Glibc
import Synchronization

/// A value stored inline in its owner and changed on one loop only: like a `Mutex`, where no lock is needed.
///
/// It lets a class be `Sendable` whose objects travel anywhere and change on their loop. It allocates nothing, counts no
/// references and uses no atomic operation.
@safe public struct LoopOwned<Value>: ~Copyable, @unchecked Sendable {
    // Sendable: the value is accessed only after checking that this is the loop's thread.
    @usableFromInline let cell: _Cell<Value>
    @usableFromInline let thread: UInt

    /// Stores `value`, which belongs to `loop` from then on. From any thread.
    @inlinable public init(_ value: consuming Value, loop: EventLoop) {
        cell = _Cell(value)
        thread = loop.threadNumber
    }

    /// Changes the value in place; on the loop only. `body` must not access the same value.
    @inlinable public borrowing func change<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(thread == UInt(pthread_self()), "what belongs to an event loop was used on another thread")
        return unsafe try body(&cell._address.pointee)
    }

    /// The value, for changing a part of it in place; on the loop only.
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
