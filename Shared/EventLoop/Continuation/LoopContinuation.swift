/// The runtime's continuation, without the record that a checked one allocates for each wait. A debug build checks.
///
/// Resume it exactly once: a release build does not notice a second time, and a continuation that is never resumed leaks the task
/// and everything it holds. From any thread.
@frozen @safe public struct LoopContinuation<Value: Sendable>: Sendable {
    #if DEBUG
        @usableFromInline let base: CheckedContinuation<Value, Never>

        @inlinable init(_ base: CheckedContinuation<Value, Never>) {
            self.base = base
        }

        /// Resumes the waiting task with `value`, on its own executor.
        @inlinable public func resume(returning value: consuming Value) {
            base.resume(returning: value)
        }

        /// Suspends this task until the continuation passed to `body` is resumed, which `body` itself may do.
        @inlinable public static func wait(_ body: (LoopContinuation<Value>) -> Void) async -> Value {
            await withCheckedContinuation { body(LoopContinuation($0)) }
        }
    #else
        @usableFromInline let base: UnsafeContinuation<Value, Never>

        @inlinable init(_ base: UnsafeContinuation<Value, Never>) {
            unsafe self.base = base
        }

        /// Resumes the waiting task with `value`, on its own executor.
        @inlinable public func resume(returning value: consuming Value) {
            unsafe base.resume(returning: value)
        }

        /// Suspends this task until the continuation passed to `body` is resumed, which `body` itself may do.
        @inlinable public static func wait(_ body: (LoopContinuation<Value>) -> Void) async -> Value {
            // This variant does not look up the caller's executor. `withUnsafeContinuation` does, and the look-up costs as much
            // as everything else in it.
            unsafe await _unsafeInheritExecutor_withUnsafeContinuation { body(unsafe LoopContinuation($0)) }
        }
    #endif
}

extension LoopContinuation where Value == Void {
    /// Resumes the waiting task.
    @inlinable public func resume() {
        resume(returning: ())
    }
}
