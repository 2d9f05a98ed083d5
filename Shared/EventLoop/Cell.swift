/// Holds a value that an object changes often, with its own check against overlapping access.
///
/// The compiler checks every stored property of a class for overlapping access at run time, with a call that costs more than many
/// of the changes. Here the check is one flag. Not `Sendable`: it belongs to an object that belongs to a loop.
public final class Cell<Value> {
    @exclusivity(unchecked) @usableFromInline var stored: Value
    @exclusivity(unchecked) @usableFromInline var isLent: Bool = false

    /// Creates a cell that holds `value`.
    @inlinable public init(_ value: Value) {
        unsafe stored = value
    }

    /// Reads the value in place. `body` must not use the same cell.
    @inlinable public func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
        precondition(unsafe !isLent, "a cell was read while it was in use")
        unsafe isLent = true
        defer { unsafe isLent = false }
        return unsafe body(stored)
    }

    /// Changes the value in place. `body` must not use the same cell.
    @inlinable public func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        precondition(unsafe !isLent, "a cell was changed while it was in use")
        unsafe isLent = true
        defer { unsafe isLent = false }
        return unsafe try body(&stored)
    }
}
