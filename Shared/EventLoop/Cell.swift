/// A place for a value that an object changes often, with a check of its own that no two uses overlap.
///
/// The compiler checks every stored property of a class for overlapping access at run time, by a call that costs more than
/// many of the changes; here it is one flag. Not `Sendable`: it belongs to whoever belongs to a loop.
public final class Cell<Value> {
    @exclusivity(unchecked) @usableFromInline var stored: Value
    @exclusivity(unchecked) @usableFromInline var isLent: Bool = false

    /// A place with `value`.
    @inlinable public init(_ value: Value) {
        unsafe stored = value
    }

    /// Looks at the value where it is. `body` must not come back to the same cell.
    @inlinable public func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
        precondition(unsafe !isLent, "a cell was read while it was in use")
        unsafe isLent = true
        defer { unsafe isLent = false }
        return unsafe body(stored)
    }

    /// Changes the value in place. `body` must not come back to the same cell.
    @inlinable public func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        precondition(unsafe !isLent, "a cell was changed while it was in use")
        unsafe isLent = true
        defer { unsafe isLent = false }
        return unsafe try body(&stored)
    }
}
