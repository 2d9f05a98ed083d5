/// A value that belongs to one loop; every access checks that.
///
/// It lets `Sendable` code (a handler, a task's body) carry a value that is not Sendable, as long as it is only used on the loop.
public struct LoopBound<Value>: @unchecked Sendable {
    // Sendable: the box is accessed only after checking that this is the loop's thread.
    @usableFromInline final class Box {
        @usableFromInline var value: Value
        @usableFromInline init(_ value: Value) { self.value = value }
    }

    /// The loop to which the value belongs.
    public let loop: EventLoop
    @usableFromInline let box: Box

    /// Binds `value` to `loop`. The caller gives up every other reference to it. From any thread.
    public init(_ value: Value, loop: EventLoop) {
        self.loop = loop
        self.box = Box(value)
    }

    /// The value; on the loop only.
    @inlinable public var value: Value {
        get {
            precondition(loop.isCurrent, "A LoopBound value was read off its loop")
            return box.value
        }
        nonmutating set {
            precondition(loop.isCurrent, "A LoopBound value was set off its loop")
            box.value = newValue
        }
    }

    /// Changes the value in place; on the loop only.
    @inlinable public func withValue<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        precondition(loop.isCurrent, "A LoopBound value was used off its loop")
        return try body(&box.value)
    }
}
