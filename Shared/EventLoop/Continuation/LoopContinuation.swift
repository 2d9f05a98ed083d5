/// What a task waits for until somebody says how it goes on: the runtime's continuation, without the record that the
/// checked one makes for each wait. A debug build checks.
///
/// It must be resumed exactly once: a second time is a bug that a release build does not see, and never leaves the task
/// and what it holds where they are. From any thread.
@frozen @safe public struct LoopContinuation<Value: Sendable>: Sendable {
    #if DEBUG
        @usableFromInline let base: CheckedContinuation<Value, Never>

        @inlinable init(_ base: CheckedContinuation<Value, Never>) {
            self.base = base
        }

        /// Has the waiting task go on with `value`, where and when its executor says.
        @inlinable public func resume(returning value: consuming Value) {
            base.resume(returning: value)
        }

        /// Suspends this task until the continuation that `body` gets is resumed; that may be in `body` itself.
        @inlinable public static func wait(_ body: (LoopContinuation<Value>) -> Void) async -> Value {
            await withCheckedContinuation { body(LoopContinuation($0)) }
        }
    #else
        @usableFromInline let base: UnsafeContinuation<Value, Never>

        @inlinable init(_ base: UnsafeContinuation<Value, Never>) {
            unsafe self.base = base
        }

        /// Has the waiting task go on with `value`, where and when its executor says.
        @inlinable public func resume(returning value: consuming Value) {
            unsafe base.resume(returning: value)
        }

        /// Suspends this task until the continuation that `body` gets is resumed; that may be in `body` itself.
        @inlinable public static func wait(_ body: (LoopContinuation<Value>) -> Void) async -> Value {
            // This one does not look up the executor of a caller that is on it: `withUnsafeContinuation` does, and its
            // look-up costs as much as all the rest of it.
            unsafe await _unsafeInheritExecutor_withUnsafeContinuation { body(unsafe LoopContinuation($0)) }
        }
    #endif
}

extension LoopContinuation where Value == Void {
    /// Has the waiting task go on.
    @inlinable public func resume() {
        resume(returning: ())
    }
}
